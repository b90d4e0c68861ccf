//! Colours as colour-blind eyes see them, and the contrast of type.

use atlas::{Colour, Style};

type Matrix = [[f32; 3]; 3];

/// How eyes see that lack one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1, on linear light).
const EYES: [(&str, Matrix); 4] = [
    ("common", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    ("deuteranopia", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

fn linear(Colour(r, g, b): Colour) -> [f32; 3] {
    [r, g, b].map(|v| {
        let v = f32::from(v) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(matrix: &Matrix, v: [f32; 3]) -> [f32; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// CIE L*a*b* of linear light under daylight.
fn lab(light: [f32; 3]) -> [f32; 3] {
    let to_xyz: Matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let [x, y, z] = times(&to_xyz, light.map(|v| v.clamp(0.0, 1.0)));
    let f = |t: f32| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let (x, y, z) = (f(x / 0.9505), f(y), f(z / 1.089));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// How far apart two colours look.
fn difference(eye: &Matrix, a: Colour, b: Colour) -> f32 {
    let (a, b) = (lab(times(eye, linear(a))), lab(times(eye, linear(b))));
    a.iter().zip(b).map(|(p, q)| (p - q).powi(2)).sum::<f32>().sqrt()
}

/// The WCAG contrast of two colours.
fn contrast(a: Colour, b: Colour) -> f32 {
    let luminance = |c: Colour| {
        let [r, g, b] = linear(c);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn styles() -> [Style; 2] {
    [Style::paper(), Style::campfire()]
}

#[test]
fn the_two_sides_are_told_apart_by_all_eyes() {
    for style in styles() {
        for (eye, matrix) in &EYES {
            let works = difference(matrix, style.union, style.confederate);
            assert!(works > 17.0, "{} {eye}: works {works:.0}", style.name);
        }
    }
}

#[test]
fn terrain_colours_are_told_apart_by_all_eyes() {
    for style in styles() {
        let grounds = [
            ("clear", style.clear),
            ("woods", style.woods),
            ("rough", style.rough),
            ("swamp", style.swamp),
            ("town", style.town),
            ("water", style.water),
        ];
        for (eye, matrix) in &EYES {
            for (i, (a, first)) in grounds.iter().enumerate() {
                for (b, second) in &grounds[i + 1..] {
                    let apart = difference(matrix, *first, *second);
                    assert!(apart > 8.0, "{} {eye}: {a} and {b} {apart:.1}", style.name);
                }
            }
        }
    }
}

#[test]
fn type_on_the_map_has_contrast() {
    for style in styles() {
        for ground in [style.clear, style.woods, style.rough, style.swamp, style.town, style.margin] {
            assert!(contrast(style.ink, ground) >= 4.5, "{}: names on {ground}", style.name);
        }
        assert!(contrast(style.ink, style.clear) >= 7.0, "{}: names on clear ground", style.name);
        for ground in [style.clear, style.woods, style.water] {
            assert!(contrast(style.water_name, ground) >= 4.5, "{}: waters on {ground}", style.name);
        }
        for ground in [style.clear, style.woods, style.rough, style.swamp, style.town, style.water] {
            let ratio = contrast(style.number, ground);
            assert!(ratio >= 3.0, "{}: numbers on {ground}: {ratio:.1}", style.name);
        }
    }
}
