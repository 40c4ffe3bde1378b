//! Which variables an FMU shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use fmu_builder::{BuildOptions, Expose, Fmu};
use fmu_core::model_file::ModelFile;

/// Parameters that decide nothing but pictures are shown only when all variables are asked for; their defaults decide pictures all the same.
#[test]
fn sizes_of_pictures_are_not_among_the_parameters() {
    for name in ["[components.earth]", "[components.world]"] {
        let text = format!(
            "name = \"P\"\nconnections = [[\"EARTH.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"body.frame_a\"]]\n\
             {name}\nclass = \"World\"\n[components.rev]\nclass = \"Joints.Revolute\"\n\
             [components.body]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [1, 0, 0]\n"
        );
        let earth = name.trim_matches(['[', ']']).trim_start_matches("components.");
        let file = ModelFile::from_toml(&text.replace("EARTH", earth)).unwrap();
        let described = |expose| {
            let fmu = Fmu::build(&file, &BuildOptions { expose, ..BuildOptions::default() }).unwrap();
            let mut archive = common::archive(fmu.bytes());
            let mut text = |name: &str| {
                let mut text = String::new();
                std::io::Read::read_to_string(&mut archive.by_name(name).unwrap(), &mut text).unwrap();
                text
            };
            (text("modelDescription.xml"), text("documentation/index.html"))
        };
        for expose in [Expose::Auto, Expose::Interface] {
            let (xml, page) = described(expose);
            for hidden in ["nominalLength", "defaultBodyDiameter", "groundAxis_u", "defaultSpecularCoefficient"] {
                assert!(!xml.contains(hidden) && !page.contains(hidden), "{hidden}");
            }
            assert!(xml.contains(&format!("{earth}.g\"")) && page.contains(&format!("{earth}.g")));
        }
        assert!(described(Expose::All).0.contains(&format!("{earth}.nominalLength")));
    }
}
