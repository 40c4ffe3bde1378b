//! Units against published values.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::symbols::SYMBOLS;
use super::{Dimension, Unit, UnitFault, display_units, known_units};
use proptest::prelude::*;
use std::f64::consts::PI;

fn unit(text: &str) -> Unit {
    Unit::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Exact by definition (BIPM, the SI brochure; the yard and pound agreement of 1959; standard free fall 9.80665 m/s2).
#[test]
fn conversions_that_are_known() {
    let exact = [
        ("mm", 300.0, "m", 0.3),
        ("cm", 7.0, "m", 0.07),
        ("km", 1.2, "m", 1200.0),
        ("in", 1.0, "m", 0.0254),
        ("ft", 1.0, "m", 0.3048),
        ("yd", 1.0, "m", 0.9144),
        ("mi", 1.0, "m", 1609.344),
        ("nmi", 1.0, "m", 1852.0),
        ("mil", 1000.0, "m", 0.0254),
        ("g", 500.0, "kg", 0.5),
        ("mg", 1.0, "kg", 1e-6),
        ("t", 1.5, "kg", 1500.0),
        ("lb", 1.0, "kg", 0.45359237),
        ("oz", 16.0, "kg", 0.45359237),
        ("min", 2.0, "s", 120.0),
        ("h", 1.0, "s", 3600.0),
        ("d", 1.0, "s", 86400.0),
        ("ms", 10.0, "s", 0.01),
        ("deg", 180.0, "rad", PI),
        ("rev", 1.0, "rad", 2.0 * PI),
        ("rpm", 3000.0, "rad/s", 100.0 * PI),
        ("km/h", 36.0, "m/s", 10.0),
        ("kph", 36.0, "m/s", 10.0),
        ("mph", 1.0, "m/s", 0.44704),
        ("kn", 3.6, "m/s", 1.852),
        ("kN", 12.0, "N", 12e3),
        ("kgf", 1.0, "N", 9.80665),
        ("lbf", 1.0, "N", 4.4482216152605),
        ("kN/mm", 12.0, "N/m", 12e6),
        ("N.s/mm", 1.5, "N.s/m", 1500.0),
        ("bar", 1.0, "Pa", 1e5),
        ("mbar", 1.0, "Pa", 100.0),
        ("atm", 1.0, "Pa", 101325.0),
        ("MPa", 210.0, "Pa", 2.1e8),
        ("kWh", 1.0, "J", 3.6e6),
        ("cal", 1.0, "J", 4.184),
        ("PS", 1.0, "W", 735.49875),
        ("degC", 20.0, "K", 293.15),
        ("degC", -273.15, "K", 0.0),
        ("g/cm3", 7.85, "kg/m3", 7850.0),
        ("kg.mm2", 1e6, "kg.m2", 1.0),
        ("g.cm2", 1e7, "kg.m2", 1.0),
        ("l/min", 60.0, "m3/s", 1e-3),
        ("1/min", 60.0, "1/s", 1.0),
        ("W/(m.K)", 4.0, "W/(m.K)", 4.0),
        ("lbf.ft", 1.0, "N.m", 1.3558179483314004),
        ("deg/s2", 180.0, "rad/s2", PI),
    ];
    for (from, value, si, expected) in exact {
        let unit = unit(from);
        assert_eq!(unit.si(), si, "{from}");
        let found = unit.to_si(value);
        assert!(
            (found - expected).abs() <= 4e-16 * expected.abs(),
            "{value} {from}: {found:?} instead of {expected:?}"
        );
    }
    // To the precision of handbooks.
    let rounded = [
        ("psi", 6894.757293168),
        ("hp", 745.6998715823),
        ("slug", 14.59390293721),
        ("Torr", 133.3223684211),
        ("mmHg", 133.322387415),
        ("BTU", 1055.05585262),
        ("kip", 4448.2216152605),
        ("arcsec", 4.848136811095e-6),
        ("degR", 0.5555555555556),
    ];
    for (name, expected) in rounded {
        let found = unit(name).to_si(1.0);
        assert!((found / expected - 1.0).abs() < 1e-12, "{name}: {found:?}");
    }
}

#[test]
fn fahrenheit_has_an_offset_and_a_factor() {
    let fahrenheit = unit("degF");
    assert!((fahrenheit.to_si(32.0) - 273.15).abs() < 1e-13);
    assert!((fahrenheit.convert(212.0, &unit("degC")).unwrap() - 100.0).abs() < 1e-12);
    assert_eq!(unit("degC").convert(20.0, &unit("degC")), Some(20.0));
}

/// Every symbol has the dimension of its coherent unit, and the coherent unit of an SI unit is itself.
#[test]
fn the_table_is_consistent() {
    let mut seen = std::collections::HashSet::new();
    for symbol in SYMBOLS {
        assert!(seen.insert(symbol.name), "{} twice", symbol.name);
        let own = unit(symbol.name);
        let si = unit(own.si());
        assert_eq!(si.dimension(), own.dimension(), "{}", symbol.name);
        assert_eq!(si.to_base(), (1.0, 0.0), "{}", symbol.name);
        assert_eq!(si.si(), own.si());
    }
    for name in known_units() {
        unit(name);
    }
}

/// A dimension is shown as a unit that has it.
#[test]
fn dimensions_are_shown_as_units_that_have_them() {
    for text in ["N", "kg.m/s", "N.m.s", "m3/s2", "A.s", "W/(m.K)", "kg.m2/(s3.A2)", "mol/s", "1", "1/kg"] {
        let dimension = unit(text).dimension();
        let shown = dimension.to_string();
        let name = shown.split(" (").next().unwrap();
        assert_eq!(unit(name).dimension(), dimension, "{text}: {shown}");
    }
    assert_eq!(unit("N").dimension().to_string(), "N (force)");
    assert_eq!(unit("m").dimension().power(0.5).unwrap().to_string(), "m^0.5");
}

/// FMI 2.0.5, 2.2.2: display = factor * value + offset.
#[test]
fn display_units_convert_from_the_unit() {
    let (factor, offset) = unit("degC").from_unit(&unit("K"));
    assert_eq!((factor, offset), (1.0, -273.15));
    let (factor, offset) = unit("degF").from_unit(&unit("K"));
    assert!((factor * 273.15 + offset - 32.0).abs() < 1e-12);
    let (factor, offset) = unit("degF").from_unit(&unit("degC"));
    assert!((factor * 100.0 + offset - 212.0).abs() < 1e-12);
    assert_eq!(unit("mm").from_unit(&unit("m")), (1000.0, 0.0));
    assert_eq!(unit("deg").from_unit(&unit("rad")), (180.0 / PI, 0.0));
    for known in
        ["s", "m", "m2", "m3", "m/s", "rad", "rad/s", "rad/s2", "kg", "kg/m3", "kg.m2", "N", "N/m", "Pa", "J", "W", "K"]
    {
        for shown in display_units(known) {
            assert!(unit(shown).fits(&unit(known)), "{known}: {shown}");
            assert!(!unit(shown).is_same(&unit(known)), "{known}: {shown}");
        }
    }
}

#[test]
fn angles_are_ratios_but_cycles_are_no_radians() {
    assert!(unit("rad").fits(&unit("1")) && unit("N.m/rad").fits(&unit("N.m")) && unit("J").fits(&unit("N.m")));
    assert!(unit("rpm").fits(&unit("rad/s")) && unit("1/s").fits(&unit("Hz")));
    assert!(!unit("Hz").fits(&unit("rad/s")) && !unit("rpm").fits(&unit("Hz")));
}

#[test]
fn what_is_wrong_is_named() {
    assert_eq!(Unit::parse(" "), Err(UnitFault::Empty));
    let meant = |text: &str| match Unit::parse(text) {
        Err(UnitFault::Unknown { nearest, .. }) => nearest,
        other => panic!("{text}: {other:?}"),
    };
    for (text, nearest) in [
        ("Nm", "N.m"),
        ("degrees", "deg"),
        ("RPM", "rpm"),
        ("sec", "s"),
        ("inch", "in"),
        ("Kg", "kg"),
        ("lbs", "lb"),
        ("m/sec", "s"),
        ("newton", "N"),
    ] {
        assert_eq!(meant(text).as_deref(), Some(nearest), "{text}");
    }
    assert_eq!(meant("furlongs"), None);
    assert!(matches!(Unit::parse("a/b"), Err(UnitFault::Unknown { .. })));
    assert!(matches!(Unit::parse("W/m/K"), Err(UnitFault::DividesTwice { .. })));
    assert!(matches!(Unit::parse("J/degC"), Err(UnitFault::OffsetInProduct { .. })));
    assert!(matches!(Unit::parse("degC2"), Err(UnitFault::OffsetInProduct { .. })));
    for text in ["N*m", "m^", "m/", "(m", "m)", "m2.", ".m", "m^99", "2 m", "((((((((((m))))))))))", "m..s"] {
        assert!(matches!(Unit::parse(text), Err(UnitFault::Syntax { .. })), "{text}: {:?}", Unit::parse(text));
    }
    assert!(matches!(Unit::parse("Ym12.Ym12"), Err(UnitFault::OutOfRange { .. })));
}

#[test]
fn whole_symbols_count_before_prefixes() {
    for (text, si) in
        [("min", "s"), ("cd", "cd"), ("ft", "m"), ("kn", "m/s"), ("PS", "W"), ("kp", "N"), ("Pa", "Pa"), ("h", "s")]
    {
        assert_eq!(unit(text).si(), si, "{text}");
    }
    assert_eq!(unit("mm^2"), unit("mm2"));
    assert_eq!(unit("\u{b5}m").to_si(1.0), unit("um").to_si(1.0));
    assert_eq!(unit("1").dimension(), Dimension::NONE);
}

/// A factor of a unit as text.
fn factor() -> impl Strategy<Value = String> {
    let names: Vec<&str> = SYMBOLS.iter().filter(|s| s.shift == 0.0 && s.name != "1").map(|s| s.name).collect();
    (prop::sample::select(names), 1..4_i32).prop_map(|(name, exponent)| match exponent {
        1 => name.to_owned(),
        exponent => format!("{name}{exponent}"),
    })
}

proptest! {
    /// A written product is read back with the dimension and factor of its parts, and its name is read as the same
    /// unit.
    #[test]
    fn products_are_read_back(above in prop::collection::vec(factor(), 1..4), below in prop::collection::vec(factor(), 0..3)) {
        let text = match &below[..] {
            [] => above.join("."),
            [one] => format!("{}/{one}", above.join(".")),
            several => format!("{}/({})", above.join("."), several.join(".")),
        };
        if let Ok(whole) = Unit::parse(&text) {
            let mut dimension = Dimension::NONE;
            let mut size = 1.0;
            for part in &above {
                dimension = dimension.times(unit(part).dimension());
                size *= unit(part).to_si(1.0);
            }
            for part in &below {
                dimension = dimension.per(unit(part).dimension());
                size /= unit(part).to_si(1.0);
            }
            prop_assert_eq!(whole.dimension(), dimension);
            prop_assert!((whole.to_si(1.0) / size - 1.0).abs() < 1e-13, "{}", text);
            prop_assert_eq!(&Unit::parse(whole.name()).unwrap(), &whole);
            let si = Unit::parse(whole.si()).unwrap();
            prop_assert_eq!(si.dimension(), dimension);
            prop_assert!(si.to_base() == (1.0, 0.0), "{}: {}", text, whole.si());
            prop_assert!((whole.of_si(whole.to_si(2.5)) - 2.5).abs() < 1e-13);
        }
    }

    /// The reader never panics, whatever the text.
    #[test]
    fn any_text_is_answered(text in "[a-zA-Z0-9./()^+ \u{b0}-]{0,20}") {
        if let Ok(unit) = Unit::parse(&text) {
            prop_assert_eq!(Unit::parse(unit.name()).map(|again| again.dimension()), Ok(unit.dimension()));
        }
    }
}
