//! `longroll staff`: a worker, who thinks for the computers of a house on this machine.

use crate::settings::Sources;
use crate::shelf::SHELF;
use crate::{Stop, log};
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  longroll staff --nats nats://broker:4222 --house club         a worker for that house, on all cores of this machine
  longroll staff --nats tls://broker:4222 --house club --hands 2 --set bus.credentials=worker.creds
                                                                 the same by TLS, with credentials, on two cores
  longroll staff --config /etc/longroll/staff.toml               with the settings of that file: servers and house under [bus]

A worker takes what the nodes of a house ask: what a computer player would do, advice, the phases of an analysis. He is told a position
as one side may know it and nothing else, keeps nothing, and may come and go: what he leaves undone another does.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The broker of the house: nats://host:4222 or tls://host:4222, several with commas between them
    #[arg(long, value_name = "ADDRESS")]
    nats: Option<String>,
    /// The name of the house
    #[arg(long, value_name = "NAME")]
    house: Option<String>,
    /// How many jobs at once; without it as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    hands: Option<u32>,
    #[command(flatten)]
    sources: Sources,
}

/// Works until it is stopped.
pub fn run(args: Args, json: bool) -> Result<(), Stop> {
    let flags = [("bus.servers", args.nats.map(|said| json!(said))), ("bus.house", args.house.map(|said| json!(said)))];
    let settings = args.sources.read(&flags)?.settings;
    log::begin(&settings.log, &settings.log_format)?;
    let access = settings.bus.access().ok_or_else(|| Stop::bad_input("which broker? say --nats, or LONGROLL_BUS_SERVERS"))?;
    if access.house.is_empty() {
        return Err(Stop::bad_input("which house? say --house, or LONGROLL_BUS_HOUSE; its nodes write its name to their log"));
    }
    let hands = args.hands.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32));
    let ready = || {
        if json {
            anstream::println!("{}", json!({ "house": access.house, "hands": hands }));
        } else {
            anstream::println!("Working for {} with {hands} hands. Stop it with Ctrl-C.", access.house);
        }
    };
    server::staff::serve(&access, SHELF, hands, ready).map_err(|error| Stop::bad_input(error.to_string()))
}
