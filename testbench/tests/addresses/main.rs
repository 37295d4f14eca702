//! Addresses of two cards on one wire: of both protocols, on VLANs and on none, several at a port; and the fields of their headers.
mod at_once;
mod fields;
mod headers;
mod rig;
mod vlans;
