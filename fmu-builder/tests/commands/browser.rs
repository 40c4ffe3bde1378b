//! Pages in a headless browser, where one is at hand.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that are looked for; the environment variable CHROMIUM names another one.
const PROGRAMS: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "chrome", "/usr/lib/chromium/chromium"];

pub struct Browser(PathBuf);

impl Browser {
    pub fn find() -> Option<Self> {
        let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let mut candidates = named.into_iter().chain(PROGRAMS.map(PathBuf::from));
        candidates
            .find(|program| Command::new(program).arg("--version").output().is_ok_and(|ran| ran.status.success()))
            .map(Self)
    }

    /// The page after its scripts have run, which must not say anything.
    pub fn dom(&self, page: &Path) -> String {
        let profile = tempfile::tempdir().unwrap();
        let ran = Command::new(&self.0)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--virtual-time-budget=2000",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args(["--dump-dom", &format!("file://{}", page.display())])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(!said.contains("CONSOLE"), "{said}");
        String::from_utf8(ran.stdout).unwrap()
    }
}
