//! What goes on, line by line, on the standard error: for people, or one JSON object for each line, for machines. Keys, passwords and addresses
//! with passwords are never part of it: they are not handed to whoever writes it.

use crate::Stop;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

/// Whether it can be written so: `error`, `warn`, `info`, `debug` or `off`; as `text` or as `json`.
pub fn check(level: &str, format: &str) -> Result<(), Stop> {
    level.parse::<LevelFilter>().map_err(|_| Stop::bad_input("log is off, error, warn, info or debug"))?;
    if ["text", "json"].contains(&format) { Ok(()) } else { Err(Stop::bad_input("log-format is text or json")) }
}

/// Begins to write it down.
pub fn begin(level: &str, format: &str) -> Result<(), Stop> {
    check(level, format)?;
    let wanted = level.parse().unwrap_or(LevelFilter::WARN);
    // Our own rooms as much as is wanted; of others what goes wrong.
    let ours = ["server", "store", "bus", "house", "longroll"];
    let targets = Targets::new().with_default(wanted.min(LevelFilter::WARN)).with_targets(ours.map(|name| (name, wanted)));
    let layer: Box<dyn Layer<Registry> + Send + Sync> = if format == "json" {
        Box::new(fmt::layer().json().flatten_event(true).with_current_span(false).with_span_list(false).with_writer(std::io::stderr))
    } else {
        Box::new(fmt::layer().without_time().with_writer(std::io::stderr))
    };
    // Somebody else may have set up another one, in tests.
    let _ = tracing_subscriber::registry().with(layer.with_filter(targets)).try_init();
    Ok(())
}
