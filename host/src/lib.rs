//! Verbs and driver.
