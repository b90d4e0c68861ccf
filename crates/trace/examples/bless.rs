//! Writes `data/trace.json` of game crates anew, without building them: `cargo run -p longroll-trace --example bless crates/games/*`.

fn main() -> std::process::ExitCode {
    let faults: Vec<String> = std::env::args().skip(1).filter_map(|dir| trace::review(dir, true).err()).collect();
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    std::process::ExitCode::from(u8::from(!faults.is_empty()))
}
