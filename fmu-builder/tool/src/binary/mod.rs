//! The shared libraries in binaries/: platforms, and what a library is and exports.

mod fault;
mod image;
mod platform;
mod platform_binary;
mod required;

pub use fault::BinaryFault;
pub use platform::Platform;
pub use platform_binary::PlatformBinary;
pub use required::{CO_SIMULATION, COMMON, MODEL_EXCHANGE};

use image::Image;

/// Checks a library that must export the `required` functions on `platform`.
pub fn faults(bytes: &[u8], platform: &Platform, required: &[&str]) -> Vec<BinaryFault> {
    let images = match image::read(bytes) {
        Ok(images) => images,
        Err(reason) => return vec![BinaryFault::Unreadable { folder: platform.folder, reason }],
    };
    // A loader takes the part of a file that it can run and passes over the others.
    let running: Vec<&Image> = images.iter().filter(|image| platform.runs(image)).collect();
    if running.is_empty() {
        let found: Vec<String> = images.iter().map(Image::machine).collect();
        let (folder, found, expected) = (platform.folder, found.join(" and "), platform.machines());
        return vec![BinaryFault::Machine { folder, found, expected }];
    }
    running.into_iter().filter_map(|image| missing_exports(image, required)).collect()
}

fn missing_exports(image: &Image, required: &[&str]) -> Option<BinaryFault> {
    let missing: Vec<String> =
        required.iter().filter(|name| !image.exports(name)).map(|&name| name.to_owned()).collect();
    (!missing.is_empty()).then(|| BinaryFault::Exports { machine: image.machine(), missing })
}

/// The functions that a library needs that serves both interfaces, as those of this tool do.
pub fn both_interfaces() -> Vec<&'static str> {
    [COMMON, CO_SIMULATION, MODEL_EXCHANGE].concat()
}
