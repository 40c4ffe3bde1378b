//! Pages in headless Chromium, where there is one.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{example, pixels, scene};

/// The browser on this machine, if there is one.
fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let found = std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    let found = found.into_iter().find(|path| path.is_file());
    if found.is_none() {
        println!("skipped: no Chromium on this machine");
    }
    found
}

/// Opens a page and returns what the browser writes.
fn open(browser: &Path, folder: &Path, arguments: &[String]) -> (String, String) {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--enable-logging=stderr"])
        .args(["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--virtual-time-budget=4000"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn pages_run_without_messages_and_move() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    std::fs::write(&page, scene(&example("double_pendulum.toml"), 2.0).to_html().unwrap()).unwrap();
    let url = |time: f64| format!("file://{}#t={time}", page.display());
    let (dom, messages) = open(&browser, folder.path(), &["--dump-dom".to_owned(), url(0.5)]);
    assert!(dom.contains("data-state=\"ready\""), "{messages}\n{}", &dom[..dom.len().min(3000)]);
    let console: Vec<&str> = messages.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{console:?}");
    assert!(dom.contains(">0.500 s<") && dom.contains("value=\"upper\"") && dom.contains("shoulder_angle"));
    let shot = |time: f64, size: &str, name: &str| {
        let file = folder.path().join(name);
        let screenshot = format!("--screenshot={}", file.display());
        open(&browser, folder.path(), &[screenshot, format!("--window-size={size}"), url(time)]);
        std::fs::read(&file).unwrap()
    };
    let (first, second) = (shot(0.0, "1000,800", "a.png"), shot(1.0, "1000,800", "b.png"));
    let ((width, height, before), (_, _, after)) = (pixels_of_page(&first), pixels_of_page(&second));
    assert_eq!((width, height), (1000, 800));
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!(changed > 1000, "{changed} pixels differ");
    let blue = before.iter().filter(|p| p[2] > 150 && p[0] < 90).count();
    let red = before.iter().filter(|p| p[0] > 150 && p[1] < 80 && p[2] < 80).count();
    assert!(blue > 200 && red > 50, "{blue} {red}");
    // On a phone everything is below each other.
    let narrow = pixels_of_page(&shot(0.0, "390,800", "c.png"));
    assert!(narrow.2.iter().filter(|p| p[2] > 150 && p[0] < 90).count() > 50);
}

/// As [`pixels`], of pictures without transparency too.
fn pixels_of_page(png: &[u8]) -> (u32, u32, Vec<[u8; 4]>) {
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    if reader.info().color_type == png::ColorType::Rgba {
        return pixels(png);
    }
    let mut reader = reader;
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width, info.height, bytes.chunks(3).map(|p| [p[0], p[1], p[2], 255]).collect())
}

/// Springs, loops, arrows and contacts: the page of each says nothing, and what moves looks different later.
#[test]
fn pages_of_several_kinds_run_without_messages() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    for name in ["spring_pendulum.toml", "stewart_platform.toml", "bouncing_ball.toml"] {
        let page = folder.path().join("page.html");
        std::fs::write(&page, scene(&example(name), 0.5).to_html().unwrap()).unwrap();
        let shot = |time: f64| {
            let file = folder.path().join("shot.png");
            let arguments = [
                format!("--screenshot={}", file.display()),
                "--window-size=600,500".to_owned(),
                format!("file://{}#t={time}", page.display()),
            ];
            let (_, messages) = open(&browser, folder.path(), &arguments);
            assert!(!messages.contains("CONSOLE"), "{name}: {messages}");
            pixels_of_page(&std::fs::read(&file).unwrap()).2
        };
        let (before, after) = (shot(0.0), shot(0.5));
        let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
        assert!(changed > 100, "{name}: {changed} pixels differ");
    }
}

/// Uses the controls as a reader of the page does, and writes what is wrong with what comes of it into the page.
const READER: &str = r#"<script>
const find = id => document.getElementById(id), wrong = [];
const expect = (is, what) => { if (!is) wrong.push(what); };
const change = (element, event) => element.dispatchEvent(new Event(event));
const waiting = setInterval(() => {
  if (document.body.dataset.state !== "ready") return;
  clearInterval(waiting);
  const play = find("play"), slider = find("time");
  slider.value = 1; change(slider, "input");
  expect(find("now").textContent === "1.000 s", "slider");
  play.click(); expect(play.textContent === "Pause" && page.playing, "play");
  play.click(); expect(play.textContent === "Play" && !page.playing, "pause");
  const before = page.now, press = key => play.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  press("ArrowRight"); expect(Math.abs(page.now - before - 0.02) < 1e-9, "arrow keys while the button has the focus");
  press("ArrowLeft"); expect(Math.abs(page.now - before) < 1e-9, "arrow key back");
  press(" "); expect(!page.playing, "the space bar is the button's");
  for (const box of find("groups").querySelectorAll("input")) {
    const name = box.parentElement.textContent.trim(), was = box.checked;
    box.click();
    if (name === "names") expect(page.names && find("labels").children.length > 4, "names");
    else expect(page.viewer.hidden.has(name) === was, name);
  }
  const places = [...find("labels").children].map(label => label.getBoundingClientRect());
  const covered = (a, b) => a.left < b.right && b.left < a.right && a.top + 6 < b.bottom && b.top + 6 < a.bottom;
  places.forEach((a, k) => places.slice(k + 1).forEach(b => expect(!covered(a, b), "names cover each other")));
  const target = () => page.viewer.target.join();
  find("follow").value = "lower"; change(find("follow"), "change");
  const followed = target();
  slider.value = 1.5; change(slider, "input"); expect(target() !== followed, "follow");
  for (const button of document.querySelectorAll("[data-view]")) {
    page.viewer.yaw = 9; button.click(); expect(page.viewer.yaw !== 9, button.dataset.view);
  }
  const curve = find("curves").querySelectorAll("input")[3], size = page.plot.shown.size;
  curve.click(); expect(page.plot.shown.size === size + 1, "curve");
  document.body.dataset.tried = wrong.join("; ") || "all";
}, 20);
</script></body>"#;

#[test]
fn every_control_of_a_page_works() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let html = scene(&example("double_pendulum.toml"), 2.0).to_html().unwrap();
    std::fs::write(&page, html.replace("</body>", READER)).unwrap();
    let arguments = ["--dump-dom".to_owned(), format!("file://{}", page.display())];
    let (dom, messages) = open(&browser, folder.path(), &arguments);
    let tried = dom.split("data-tried=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(tried, Some("all"), "{messages}");
}
