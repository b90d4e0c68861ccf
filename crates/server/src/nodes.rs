//! A house of several nodes: what one of them writes the others hear of by the bus, and read on. Whoever has heard nothing for a while looks
//! into the store himself: nothing depends on a message.

use crate::house::House;
use bus::{Access, Bus, Nats, Word};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::Keeper;
use tables::card::{Card, Keys};
use tables::store::Unkept;
use tokio::sync::broadcast::error::RecvError;

/// How long a node does not know what another has written where no bus tells it.
const READ_ON: Duration = Duration::from_millis(400);
/// The same where one does.
const SAFETY_NET: Duration = Duration::from_secs(4);
/// News that arrive within this time of each other are looked into together.
const TOGETHER: Duration = Duration::from_millis(3);
/// The most tables that are looked into together.
const MOST_TOGETHER: usize = 512;

/// Opens the way to the other nodes and to the workers of a house.
pub async fn open(house: &House, access: Access) -> std::io::Result<Arc<dyn Bus>> {
    let named = if access.house.is_empty() {
        // On this thread: the house is not open yet, and nobody waits for it.
        tokio::task::block_in_place(|| house.identity()).map_err(std::io::Error::other)?
    } else {
        access.house.clone()
    };
    let bus = Nats::open(&Access { house: named.clone(), ..access }).await.map_err(std::io::Error::other)?;
    tracing::info!(house = %named, "on the bus; workers join with this name");
    Ok(bus)
}

/// A store that tells the other nodes what was written.
pub struct Announced {
    store: Arc<dyn Keeper>,
    bus: Arc<dyn Bus>,
    node: String,
}

impl Announced {
    /// The same store, announced by this node.
    pub fn new(store: Arc<dyn Keeper>, bus: Arc<dyn Bus>, node: &str) -> Announced {
        Announced { store, bus, node: node.into() }
    }
}

impl tables::Store for Announced {
    fn create(&self, card: &Card, opening: Option<&Value>) -> Result<(), Unkept> {
        self.store.create(card, opening)
    }

    fn card(&self, id: &str) -> Result<Option<Card>, Unkept> {
        self.store.card(id)
    }

    fn opening(&self, id: &str) -> Result<Option<Value>, Unkept> {
        self.store.opening(id)
    }

    fn append(&self, table: &str, number: usize, entries: Vec<Value>, person: bool) -> Result<(), Unkept> {
        let length = (number + entries.len()) as u64;
        self.store.append(table, number, entries, person)?;
        self.bus.say(Word::Written { from: self.node.clone(), table: table.into(), length });
        Ok(())
    }

    fn journal(&self, id: &str) -> Result<Vec<Value>, Unkept> {
        self.store.journal(id)
    }

    fn journal_since(&self, id: &str, number: usize) -> Result<Vec<Value>, Unkept> {
        self.store.journal_since(id, number)
    }

    fn lengths(&self, tables: &[String]) -> Result<Vec<(String, usize)>, Unkept> {
        self.store.lengths(tables)
    }

    fn rekey(&self, id: &str, keys: &Keys) -> Result<(), Unkept> {
        self.store.rekey(id, keys)?;
        self.bus.say(Word::Rekeyed { from: self.node.clone(), table: id.into() });
        Ok(())
    }

    fn keep_analysis(&self, id: &str, analysis: &Value) -> Result<(), Unkept> {
        self.store.keep_analysis(id, analysis)
    }

    fn analysis(&self, id: &str) -> Result<Option<Value>, Unkept> {
        self.store.analysis(id)
    }

    fn delete(&self, id: &str) -> Result<(), Unkept> {
        self.store.delete(id)?;
        self.bus.say(Word::Deleted { from: self.node.clone(), table: id.into() });
        Ok(())
    }
}

/// What was heard of a table and is still to be looked into.
#[derive(Default)]
struct Heard {
    length: u64,
    rekeyed: bool,
    deleted: bool,
}

/// Hears what other nodes have written, for as long as the house is open.
pub fn hear(house: Arc<House>, bus: &Arc<dyn Bus>, node: String) {
    let mut words = bus.hear();
    tokio::spawn(async move {
        while !house.closing.is_cancelled() {
            let mut heard: HashMap<String, Heard> = HashMap::new();
            match words.recv().await {
                Ok(word) => note(word, &node, &mut heard),
                Err(RecvError::Lagged(_)) => look_everywhere(&house).await,
                Err(RecvError::Closed) => return,
            }
            if heard.is_empty() {
                continue;
            }
            // A burst of news about one table is one piece of news.
            tokio::time::sleep(TOGETHER).await;
            while heard.len() < MOST_TOGETHER
                && let Ok(word) = words.try_recv()
            {
                note(word, &node, &mut heard);
            }
            let house = Arc::clone(&house);
            let _ =
                tokio::task::spawn_blocking(move || heard.into_iter().for_each(|(table, heard)| look_into(&house, &table, &heard))).await;
        }
    });
}

/// Notes what another node says about a table.
fn note(word: Word, node: &str, heard: &mut HashMap<String, Heard>) {
    match word {
        Word::Written { from, table, length } if from != node => {
            let heard = heard.entry(table).or_default();
            heard.length = heard.length.max(length);
        }
        Word::Rekeyed { from, table } if from != node => heard.entry(table).or_default().rekeyed = true,
        Word::Deleted { from, table } if from != node => heard.entry(table).or_default().deleted = true,
        _ => {}
    }
}

fn look_into(house: &House, table: &str, heard: &Heard) {
    if heard.deleted {
        house.tables.deleted(table);
    }
    if heard.rekeyed {
        house.tables.reread_keys(table);
    }
    if heard.length > 0 {
        house.tables.catch_up(table, usize::try_from(heard.length).unwrap_or(usize::MAX));
    }
}

async fn look_everywhere(house: &Arc<House>) {
    let house = Arc::clone(house);
    let _ = tokio::task::spawn_blocking(move || house.tables.catch_up_all()).await;
}

/// Reads on in the journals of all tables in memory, for as long as the house is open: often where no bus carries news, and now and then
/// where one does.
pub fn read_on(house: Arc<House>, bus: Option<Arc<dyn Bus>>) {
    tokio::spawn(async move {
        let mut since = tokio::time::Instant::now();
        while !house.closing.is_cancelled() {
            tokio::time::sleep(READ_ON).await;
            let told = bus.as_ref().is_some_and(|bus| bus.far() && bus.up());
            if told && since.elapsed() < SAFETY_NET {
                continue;
            }
            since = tokio::time::Instant::now();
            look_everywhere(&house).await;
        }
    });
}
