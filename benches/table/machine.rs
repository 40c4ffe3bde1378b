//! The machine that made the figures: processor, memory, compilers. No names of hosts or folders.

use std::fs;
use std::process::Command;

/// A line for each fact.
pub fn description() -> Vec<String> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut facts =
        vec![format!("{}, {cores} cores, {} {}", processor(), std::env::consts::OS, std::env::consts::ARCH)];
    facts.extend(memory());
    facts.extend(["rustc", "cc", "c++"].into_iter().filter_map(version));
    facts
}

/// The value of the first line `KEY : VALUE` of a file.
fn entry(path: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}

fn processor() -> String {
    entry("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned())
}

fn memory() -> Option<String> {
    let kilobytes: f64 = entry("/proc/meminfo", "MemTotal")?.split(' ').next()?.parse().ok()?;
    Some(format!("{:.0} GB of memory", kilobytes * 1024e-9))
}

/// The first line of what a compiler says about itself.
fn version(compiler: &str) -> Option<String> {
    let output = Command::new(compiler).arg("--version").output().ok()?;
    let line = String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned();
    Some(if line.starts_with(compiler) { line } else { format!("{compiler}: {line}") })
}
