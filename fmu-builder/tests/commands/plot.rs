//! Plots: what is where in the picture, what the page shows, and what is refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::browser;
use crate::command;

use std::fs;

use command::{Folder, example};
use fmu_builder::{Curve, Plot};
use roxmltree::{Document, Node};

/// A sine in rad, its slope in rad/s with a gap, and a number without unit that jumps; names that are no markup.
fn waves() -> Plot {
    let mut times: Vec<f64> = (0..=400).map(|i| f64::from(i) / 100.0).collect();
    times.insert(200, 2.0);
    let values = |f: &dyn Fn(usize, f64) -> f64| times.iter().enumerate().map(|(row, &t)| f(row, t)).collect();
    let curve = |name: &str, unit: Option<&str>, values| Curve {
        name: name.to_owned(),
        unit: unit.map(str::to_owned),
        description: Some("a <wave> & more".to_owned()),
        values,
    };
    let curves = vec![
        curve("phi", Some("rad"), values(&|_, t| (2.0 * t).sin())),
        curve(
            "w",
            Some("rad/s"),
            values(&|row, t| if (90..110).contains(&row) { f64::NAN } else { 2.0 * (2.0 * t).cos() }),
        ),
        curve("step</script>", None, values(&|row, _| if row <= 200 { -1.0 } else { 3.0 })),
        curve("half", Some("rad"), values(&|_, t| 0.5 * (2.0 * t).sin())),
    ];
    Plot { title: "Waves & \"more\" <b>".to_owned(), times, curves }
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("no {name}")).parse().unwrap()
}

fn classed<'a>(node: Node<'a, 'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has =
        |node: &Node<'_, '_>| node.attribute("class").is_some_and(|names| names.split(' ').any(|name| name == class));
    node.descendants().filter(has).collect()
}

/// Points of the pieces of a path.
fn pieces(path: &str) -> Vec<Vec<[f64; 2]>> {
    let piece = |text: &str| {
        let numbers: Vec<f64> =
            text.replace('L', " ").split_whitespace().map(|number| number.parse().unwrap()).collect();
        numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
    };
    path.split('M').skip(1).map(piece).collect()
}

#[test]
fn curves_lie_in_the_panel_of_their_unit_at_the_places_that_the_ticks_tell() {
    let plot = waves();
    let text = plot.to_svg();
    let document = Document::parse(&text).unwrap();
    let root = document.root_element();
    let panels = classed(root, "panel");
    let expected = [("rad", &[0, 3][..]), ("rad/s", &[1]), ("", &[2])];
    assert_eq!(panels.len(), expected.len());
    let time_labels: Vec<(f64, f64)> = classed(root, "time-labels")[0]
        .children()
        .filter(|node| node.has_tag_name("text"))
        .map(|label| (number(label, "x"), label.text().unwrap().parse().unwrap()))
        .collect();
    assert_eq!(
        time_labels.iter().map(|label| label.1).collect::<Vec<_>>(),
        [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]
    );
    let (x0, x_scale) = line(time_labels[0], time_labels[8]);
    for (panel, (unit, numbers)) in panels.into_iter().zip(expected) {
        assert_eq!(classed(panel, "unit")[0].text().unwrap_or_default(), unit);
        let field = classed(panel, "field")[0];
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(field, name));
        let grid = classed(panel, "values")[0];
        let ticks: Vec<(f64, f64)> = grid
            .children()
            .filter(|node| node.has_tag_name("line"))
            .map(|line| number(line, "y1"))
            .zip(
                grid.children()
                    .filter(|node| node.has_tag_name("text"))
                    .map(|label| label.text().unwrap().parse().unwrap()),
            )
            .collect();
        assert!(ticks.len() >= 3);
        let (y0, y_scale) = line(ticks[0], *ticks.last().unwrap());
        let paths = classed(panel, "curve");
        assert_eq!(paths.iter().map(|path| number(*path, "data-curve") as usize).collect::<Vec<_>>(), numbers);
        for (path, &curve) in paths.into_iter().zip(numbers) {
            let pieces = pieces(path.attribute("d").unwrap());
            assert_eq!(pieces.len(), if curve == 1 { 2 } else { 1 }, "a gap parts a curve");
            assert!(pieces.iter().map(Vec::len).sum::<usize>() < 260, "curves are reduced");
            for &[px, py] in pieces.iter().flatten() {
                assert!(px >= x - 0.01 && px <= x + width + 0.01 && py >= y - 0.01 && py <= y + height + 0.01);
                let (time, value) = (x0 + x_scale * px, y0 + y_scale * py);
                let near = |row: usize| {
                    (plot.times[row] - time).abs() < 1e-4 && (plot.curves[curve].values[row] - value).abs() < 0.02
                };
                assert!((0..plot.times.len()).any(near), "curve {curve}: {time} {value}");
            }
        }
    }
    let text = |name: &str| root.children().find(|node| node.has_tag_name(name)).unwrap().text().unwrap();
    assert_eq!(text("title"), plot.title);
    assert!(text("desc").contains("from 0 s to 4 s") && text("desc").contains("in rad/s: w"), "{}", text("desc"));
    let legend: Vec<&str> = classed(root, "legend")
        .into_iter()
        .flat_map(|legend| legend.children().filter(|node| node.has_tag_name("text")).map(|node| node.text().unwrap()))
        .collect();
    assert_eq!(legend, ["phi", "half", "w", "step</script>"]);
}

/// Value at place zero, and change of the value with the place.
fn line((p0, v0): (f64, f64), (p1, v1): (f64, f64)) -> (f64, f64) {
    let scale = (v1 - v0) / (p1 - p0);
    (v0 - scale * p0, scale)
}

#[test]
fn many_curves_of_a_unit_get_more_panels_and_constants_a_range() {
    let curve = |number: usize| Curve {
        name: format!("a_long_name_of_a_variable[{number}]"),
        unit: Some("m".to_owned()),
        description: None,
        values: vec![7.0, 7.0],
    };
    let plot = Plot { title: "Many".to_owned(), times: vec![0.0, 1.0], curves: (0..20).map(curve).collect() };
    let text = plot.to_svg();
    let document = Document::parse(&text).unwrap();
    let panels = classed(document.root_element(), "panel");
    assert_eq!(panels.iter().map(|panel| classed(*panel, "curve").len()).collect::<Vec<_>>(), [8, 8, 4]);
    for panel in panels {
        // The legend needs rows of its own, above the field.
        let top = number(classed(panel, "field")[0], "y");
        let rows: Vec<f64> = classed(panel, "legend")[0]
            .children()
            .filter(|node| node.has_tag_name("text"))
            .map(|label| {
                assert!(
                    number(label, "x") + 6.0 * label.text().unwrap().len() as f64 <= 860.0 && number(label, "y") < top
                );
                number(label, "y")
            })
            .collect();
        assert!(rows.first() < rows.last());
    }
}

#[test]
fn the_page_holds_all_that_it_needs() {
    let page = waves().to_html();
    for outside in ["http://", "https://", "src=", "@import", "url(//"] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "no name ends a script");
    assert!(page.contains("step&lt;/script&gt;") && page.contains("a &lt;wave&gt; &amp; more"));
    assert!(!page.contains("{{"));
}

#[test]
fn the_page_runs_in_a_browser_with_cursor_and_zoom() {
    let Some(browser) = browser::Browser::find() else {
        eprintln!("skipped: there is no chromium");
        return;
    };
    let folder = Folder::new();
    let page = waves().to_html();
    let path = folder.write("waves.html", &page);
    let dom = browser.dom(&path);
    // The cursor is at the end.
    assert!(dom.contains("<output id=\"time\">4 s</output>"), "the script has run");
    assert!(dom.contains(&format!("data-value=\"0\">{:.6}</td>", 8.0_f64.sin())), "{dom}");
    let keys = "<script>{
        const plot = document.querySelector('svg.plot');
        for (const key of ['Home', 'ArrowRight', 'ArrowRight']) plot.dispatchEvent(new KeyboardEvent('keydown', { key }));
        document.getElementById('zoom-in').click();
    }</script>";
    let dom = browser.dom(&folder.write("zoomed.html", &page.replace("</body>", &format!("{keys}</body>"))));
    assert!(dom.contains("<output id=\"time\">0.02 s</output>") && dom.contains("data-value=\"2\">-1</td>"));
    let start = dom.find("<svg").unwrap();
    let end = dom.find("</svg>").unwrap() + "</svg>".len();
    let document = Document::parse(&dom[start..end]).unwrap();
    let labels: Vec<f64> = classed(document.root_element(), "time-labels")[0]
        .children()
        .filter_map(|node| node.text()?.trim().parse().ok())
        .collect();
    assert_eq!((labels[0], labels[labels.len() - 1]), (0.5, 2.0), "0.01 s to 2.01 s are shown");
}

#[test]
fn models_fmus_and_tables_are_plotted_in_their_units() {
    let folder = Folder::new();
    folder.pendulum();
    folder.run(["plot", "pendulum.fmu", "--stop-time", "1"]).succeeds().says(&["pendulum.html", "2 curves"]);
    folder.run(["simulate", "pendulum.fmu", "--units", "-o", "swing.csv"]).succeeds();
    folder.run(["plot", "swing.csv", "-o", "swing.svg", "--variables", "speed"]).succeeds();
    // Every row of this table is one of numbers; its units are in a file beside it.
    folder.run(["simulate", "pendulum.fmu", "-o", "plain.csv"]).succeeds();
    folder.run(["plot", "plain.csv", "-o", "plain.svg"]).succeeds();
    let model = example("spring_pendulum.toml");
    folder.run(["plot", model.to_str().unwrap(), "--quiet", "-o", "spring.svg"]).succeeds();
    let units = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        let document = Document::parse(&text).unwrap();
        let panels = classed(document.root_element(), "panel");
        panels.into_iter().map(|panel| classed(panel, "unit")[0].text().unwrap().to_owned()).collect()
    };
    assert_eq!(units("swing.svg"), ["rad/s"]);
    assert_eq!(units("plain.svg"), ["rad", "rad/s"]);
    assert_eq!(units("spring.svg"), ["m"]);
    let page = fs::read_to_string(folder.path("pendulum.html")).unwrap();
    assert!(
        page.contains("<td>deg</td>") && page.contains("28.6478"),
        "angles in their display unit: 0.5 rad are 28.6478 deg"
    );
    let plain = fs::read_to_string(folder.path("plain.csv")).unwrap();
    assert!(plain.lines().skip(1).flat_map(|row| row.split(',')).all(|cell| cell.parse::<f64>().is_ok()));
    fs::remove_file(folder.path("plain.units.csv")).unwrap();
    let files = ["pendulum.fmu", "pendulum.html", "plain.csv", "plain.svg", "spring.svg", "swing.csv", "swing.svg"];
    assert_eq!(folder.files(), files);
    folder.write("plain.units.csv", "N,m\n");
    folder.run(["plot", "plain.csv"]).exits(1).says(&["plain.units.csv, which has the units of plain.csv", "one row"]);
}

#[test]
fn what_cannot_be_plotted_is_refused_by_name() {
    let folder = Folder::new();
    folder.write("swing.csv", "time,phi\n0,1\n1,2\n");
    folder.write("back.csv", "time,phi\n1,1\n0,2\n");
    folder.write("times.csv", "time\n1\n2\n");
    let run = |arguments: &[&str], code: i32, expected: &[&str]| {
        folder.run(["plot"].iter().chain(arguments)).exits(code).says(expected);
    };
    run(&["swing.csv", "-o", "swing.png"], 2, &["swing.png", ".html or .svg"]);
    run(&["swing.csv", "--variables", "pi"], 2, &["\"pi\"", "did you mean \"phi\""]);
    run(&["swing.csv", "--set", "m=1"], 2, &["--set", "table"]);
    run(&["swing.csv", "--stop-time", "1"], 2, &["--stop-time", "table"]);
    run(&["back.csv"], 1, &["back.csv", "do not increase"]);
    run(&["times.csv"], 1, &["nothing to plot"]);
    run(&["absent.csv"], 1, &["absent.csv"]);
    assert_eq!(folder.files(), ["back.csv", "swing.csv", "times.csv"]);
}
