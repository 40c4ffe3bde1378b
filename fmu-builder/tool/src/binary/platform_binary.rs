//! A shared library for one platform, to be packed.

use super::{BinaryFault, Platform, both_interfaces, faults};

/// A library that fits its platform and serves both interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformBinary {
    platform: &'static Platform,
    bytes: Vec<u8>,
}

impl PlatformBinary {
    /// Checks format, machine and exported functions of a library.
    ///
    /// # Errors
    /// Returns all faults of the library.
    pub fn new(platform: &'static Platform, bytes: Vec<u8>) -> Result<Self, Vec<BinaryFault>> {
        let faults = faults(&bytes, platform, &both_interfaces());
        if faults.is_empty() { Ok(Self { platform, bytes }) } else { Err(faults) }
    }

    /// The platform.
    pub fn platform(&self) -> &'static Platform {
        self.platform
    }

    /// The library.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
