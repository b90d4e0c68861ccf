//! Work on several documents at once: what is read and written at a desk is kept together, and done again if somebody else was faster.

use crate::records::{Change, Record, Records, Span, Tab, Trouble};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How often something is tried again when others are faster.
const PATIENCE: usize = 40;

/// Why something was not done, in words for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct No {
    /// Which field of what he sent is wrong, if one is.
    pub field: Option<String>,
    /// Why.
    pub because: String,
    /// Whether it is because of who he is, or is not.
    pub forbidden: bool,
    /// Somebody else was faster: it is tried again.
    overtaken: bool,
}

impl No {
    /// Something may not be, and why.
    pub fn because(because: impl Into<String>) -> No {
        No { field: None, because: because.into(), forbidden: false, overtaken: false }
    }

    /// A field is wrong, and why.
    pub fn field(field: &str, because: impl Into<String>) -> No {
        No { field: Some(field.into()), ..No::because(because) }
    }

    /// Not for him.
    pub fn forbidden(because: impl Into<String>) -> No {
        No { forbidden: true, ..No::because(because) }
    }
}

impl From<Trouble> for No {
    fn from(trouble: Trouble) -> No {
        match trouble {
            Trouble::Overtaken => No { overtaken: true, ..No::because("others were faster again and again: try once more") },
            Trouble::Taken(what) => No::field(&what, format!("this {what} is taken already")),
            Trouble::Fault(_) => No::because("the house could not keep or find this: its disk has a fault. Nothing was changed; try again"),
        }
    }
}

/// Something that is kept.
pub trait Document: Serialize + DeserializeOwned + Clone {
    /// Its kind.
    const KIND: &'static str;
    /// Its id within the kind.
    fn id(&self) -> String;
    /// What it is found by.
    fn tabs(&self) -> Vec<Tab> {
        Vec::new()
    }
}

#[derive(Clone)]
struct Sheet {
    version: u64,
    /// What stands there now; nothing if it is not there.
    body: Option<String>,
    tabs: Vec<Tab>,
    changed: bool,
}

/// Where documents are read and written together.
pub struct Desk<'a> {
    records: &'a dyn Records,
    sheets: RefCell<BTreeMap<(&'static str, String), Sheet>>,
}

fn senseless(error: &serde_json::Error) -> No {
    No::because(format!("a record of the house makes no sense: {error}"))
}

fn read<T: Document>(body: &str) -> Result<T, No> {
    serde_json::from_str(body).map_err(|e| senseless(&e))
}

impl<'a> Desk<'a> {
    fn new(records: &'a dyn Records) -> Desk<'a> {
        Desk { records, sheets: RefCell::default() }
    }

    fn lay(&self, kind: &'static str, record: &Record) {
        let sheet = Sheet { version: record.version, body: Some(record.body.clone()), tabs: Vec::new(), changed: false };
        self.sheets.borrow_mut().entry((kind, record.id.clone())).or_insert(sheet);
    }

    /// A document, if it is there.
    pub fn get<T: Document>(&self, id: &str) -> Result<Option<T>, No> {
        let place = (T::KIND, id.to_string());
        if !self.sheets.borrow().contains_key(&place) {
            let found = self.records.record(T::KIND, id)?;
            let (version, body) = found.map_or((0, None), |record| (record.version, Some(record.body)));
            self.sheets.borrow_mut().insert(place.clone(), Sheet { version, body, tabs: Vec::new(), changed: false });
        }
        let sheets = self.sheets.borrow();
        sheets[&place].body.as_deref().map(read).transpose()
    }

    /// A document that must be there.
    pub fn want<T: Document>(&self, id: &str, missing: &str) -> Result<T, No> {
        self.get(id)?.ok_or_else(|| No::because(missing))
    }

    /// The documents with a tab. Those that were written at this desk are as they were before.
    pub fn find<T: Document>(&self, tab: &str, value: &str, span: Span) -> Result<Vec<T>, No> {
        let found = self.records.find(T::KIND, tab, value, span)?;
        found.iter().for_each(|record| self.lay(T::KIND, record));
        found.iter().map(|record| read(&record.body)).collect()
    }

    /// The one document with a tab that only one may have.
    pub fn one<T: Document>(&self, tab: &str, value: &str) -> Result<Option<T>, No> {
        Ok(self.find(tab, value, Span::first(1))?.into_iter().next())
    }

    /// How many documents have a tab.
    pub fn tally<T: Document>(&self, tab: &str, value: &str) -> Result<u64, No> {
        Ok(self.records.tally(T::KIND, tab, value)?)
    }

    /// Writes a document: in the place of the one that was read here, or a new one.
    pub fn put<T: Document>(&self, document: &T) -> Result<(), No> {
        let id = document.id();
        self.get::<T>(&id)?;
        let body = serde_json::to_string(document).map_err(|e| senseless(&e))?;
        let mut sheets = self.sheets.borrow_mut();
        if let Some(sheet) = sheets.get_mut(&(T::KIND, id)) {
            (sheet.body, sheet.tabs, sheet.changed) = (Some(body), document.tabs(), true);
        }
        Ok(())
    }

    /// Forgets a document.
    pub fn delete<T: Document>(&self, id: &str) -> Result<(), No> {
        self.get::<T>(id)?;
        if let Some(sheet) = self.sheets.borrow_mut().get_mut(&(T::KIND, id.to_string())) {
            (sheet.body, sheet.changed) = (None, true);
        }
        Ok(())
    }

    fn keep(self) -> Result<(), Trouble> {
        let sheets = self.sheets.into_inner().into_iter().filter(|(_, sheet)| sheet.changed);
        let changes: Vec<Change> = sheets
            .filter_map(|((kind, id), Sheet { version, body, tabs, .. })| match body {
                Some(body) => Some(Change::Put { kind, id, version, body, tabs }),
                None if version > 0 => Some(Change::Delete { kind, id, version }),
                None => None,
            })
            .collect();
        if changes.is_empty() { Ok(()) } else { self.records.change(changes) }
    }
}

/// Does some work at a desk and keeps what was written; again from the start if somebody else was faster.
pub fn at_desk<T>(records: &dyn Records, work: impl Fn(&Desk<'_>) -> Result<T, No>) -> Result<T, No> {
    let mut overtaken = No::from(Trouble::Overtaken);
    for _ in 0..PATIENCE {
        let desk = Desk::new(records);
        match work(&desk).and_then(|done| desk.keep().map(|()| done).map_err(No::from)) {
            Err(no) if no.overtaken => overtaken = no,
            other => return other,
        }
    }
    Err(No { overtaken: false, ..overtaken })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Memory;
    use serde::Deserialize;

    #[derive(Clone, Serialize, Deserialize)]
    struct Purse {
        owner: String,
        dollars: i64,
    }

    impl Document for Purse {
        const KIND: &'static str = "purse";
        fn id(&self) -> String {
            self.owner.clone()
        }
        fn tabs(&self) -> Vec<Tab> {
            vec![Tab::new("all", "", self.dollars), Tab::once("name", self.owner.to_lowercase())]
        }
    }

    #[test]
    fn of_many_who_pay_at_once_none_is_forgotten() {
        let records = Memory::default();
        let purse = |owner: &str, dollars| Purse { owner: owner.into(), dollars };
        at_desk(&records, |desk| desk.put(&purse("a", 100)).and(desk.put(&purse("b", 0)))).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        at_desk(&records, |desk| {
                            let [a, b] = ["a", "b"].map(|id| desk.want::<Purse>(id, "no purse").unwrap());
                            desk.put(&purse("a", a.dollars - 1))?;
                            desk.put(&purse("b", b.dollars + 1))
                        })
                        .unwrap();
                    }
                });
            }
        });
        let dollars = at_desk(&records, |desk| desk.find::<Purse>("all", "", Span::first(9))).unwrap();
        assert_eq!(dollars.iter().map(|p| (p.owner.as_str(), p.dollars)).collect::<Vec<_>>(), [("b", 20), ("a", 80)]);
        let taken = at_desk(&records, |desk| desk.put(&purse("A", 1))).unwrap_err();
        assert_eq!(taken.field.as_deref(), Some("name"));
    }
}
