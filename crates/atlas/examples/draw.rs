//! Draws a board, by its id or from a file: `cargo run -p longroll-atlas --example draw -- <board|file.toml> <out.png|out.svg>
//! [width] [left top width height]`.

use board::Board;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, out, rest @ ..] = arguments.as_slice() else {
        return Err("draw <board|file.toml> <out.png|out.svg> [width] [left top width height]".into());
    };
    let board: &Board = if board.ends_with(".toml") {
        Box::leak(Box::new(Board::parse(&std::fs::read_to_string(board)?, board)?))
    } else {
        boards::by_id(board).ok_or("no such board")?
    };
    let begun = std::time::Instant::now();
    let mut options = atlas::Options::default();
    if std::env::var_os("CAMPFIRE").is_some() {
        options.style = atlas::Style::campfire();
    }
    options.embed_fonts = out.ends_with(".svg");
    let svg = atlas::board_svg(board, &options);
    eprintln!("{}: {} kB of SVG in {:?}", board.id, svg.len() / 1000, begun.elapsed());
    if out.ends_with(".svg") {
        std::fs::write(out, svg)?;
        return Ok(());
    }
    let numbers: Vec<f32> = rest.iter().map(|n| n.parse()).collect::<Result<_, _>>()?;
    let width = numbers.first().map_or(1400, |w| *w as u32);
    let begun = std::time::Instant::now();
    let png = match numbers.as_slice() {
        [_, left, top, w, h] => atlas::png_detail(&svg, (*left, *top, *w, *h), width)?,
        _ => atlas::png(&svg, width)?,
    };
    eprintln!("{} kB of PNG in {:?}", png.len() / 1000, begun.elapsed());
    std::fs::write(out, png)?;
    Ok(())
}
