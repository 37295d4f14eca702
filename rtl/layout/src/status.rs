//! Completion statuses, in the numbering of verbs.h (digest §13).

macro_rules! statuses {
    ($($name:ident = $value:literal, $doc:literal;)*) => {
        /// What became of a work request.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Status { $(#[doc = $doc] $name = $value,)* }
        impl Status {
            /// Every status, in numeric order.
            pub const ALL: &'static [Status] = &[$(Status::$name),*];
            /// The status with this number.
            pub const fn from_u8(value: u8) -> Option<Status> {
                match value { $($value => Some(Status::$name),)* _ => None }
            }
            /// What it means, in words.
            pub const fn describe(self) -> &'static str {
                match self { $(Status::$name => $doc,)* }
            }
        }
    };
}
statuses! {
    Success = 0, "success";
    LocalLength = 1, "local length error";
    LocalQpOperation = 2, "local QP operation error";
    LocalProtection = 4, "local protection error";
    Flushed = 5, "work request flushed";
    MwBind = 6, "memory window bind error";
    BadResponse = 7, "bad response";
    LocalAccess = 8, "local access error";
    RemoteInvalidRequest = 9, "remote invalid request";
    RemoteAccess = 10, "remote access error";
    RemoteOperation = 11, "remote operation error";
    RetryExceeded = 12, "transport retry counter exceeded";
    RnrRetryExceeded = 13, "RNR retry counter exceeded";
    Fatal = 19, "fatal error";
    ResponseTimeout = 20, "response timeout";
    General = 21, "general error";
}

/// AETH syndromes (digest §2).
pub mod syndrome {
    /// Acknowledge without credit information.
    pub const ACK: u8 = 0x1F;
    /// RNR NAK; the timer code stands in the low five bits.
    pub const RNR_NAK: u8 = 0x20;
    /// PSN sequence error.
    pub const NAK_SEQUENCE: u8 = 0x60;
    /// Invalid request.
    pub const NAK_INVALID_REQUEST: u8 = 0x61;
    /// Remote access error.
    pub const NAK_REMOTE_ACCESS: u8 = 0x62;
    /// Remote operational error.
    pub const NAK_REMOTE_OPERATIONAL: u8 = 0x63;
    /// Bits 6:5: the kind.
    pub const KIND_MASK: u8 = 0x60;
    /// Kind of an acknowledge.
    pub const KIND_ACK: u8 = 0x00;
    /// Kind of an RNR NAK.
    pub const KIND_RNR: u8 = 0x20;
    /// Kind of a NAK.
    pub const KIND_NAK: u8 = 0x60;
    /// Bit 7 is reserved and must be 0.
    pub const RESERVED: u8 = 0x80;
}
