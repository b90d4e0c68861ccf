//! Where titles lie that are being made.

use crate::Bundle;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps titles by the names of their folders. Whoever asks has looked at the name.
pub trait Cupboard: Send + Sync {
    /// The names of all titles, in order.
    fn names(&self) -> Vec<String>;
    /// The texts of a title; nothing if there is none.
    fn read(&self, name: &str) -> Result<Option<Bundle>, String>;
    /// Keeps a title, in the place of what was there.
    fn write(&self, name: &str, bundle: &Bundle) -> Result<(), String>;
    /// Puts a title away for good. A cupboard that has room for its archive keeps that, and says where.
    fn remove(&self, name: &str, archive: &Archived) -> Result<Option<String>, String>;
}

/// A title as one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archived {
    /// What the file is called.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Titles in memory; whoever looks after it asks what has changed, and keeps that elsewhere.
#[derive(Clone, Default)]
pub struct Drawer(Arc<Mutex<Lying>>);

#[derive(Default)]
struct Lying {
    titles: BTreeMap<String, Bundle>,
    changed: Vec<String>,
    gone: Vec<String>,
}

impl Drawer {
    fn look<T>(&self, at: impl FnOnce(&mut Lying) -> T) -> T {
        at(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lays a title in that was kept; it counts as no change.
    pub fn lay(&self, name: &str, bundle: Bundle) {
        self.look(|lying| lying.titles.insert(name.to_string(), bundle));
    }

    /// What was written since this was last asked.
    pub fn changed(&self) -> Vec<(String, Bundle)> {
        self.look(|lying| {
            let names = std::mem::take(&mut lying.changed);
            names.into_iter().filter_map(|name| Some((name.clone(), lying.titles.get(&name)?.clone()))).collect()
        })
    }

    /// What was removed since this was last asked.
    pub fn gone(&self) -> Vec<String> {
        self.look(|lying| std::mem::take(&mut lying.gone))
    }
}

impl Cupboard for Drawer {
    fn names(&self) -> Vec<String> {
        self.look(|lying| lying.titles.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Option<Bundle>, String> {
        Ok(self.look(|lying| lying.titles.get(name).cloned()))
    }

    fn write(&self, name: &str, bundle: &Bundle) -> Result<(), String> {
        self.look(|lying| {
            lying.titles.insert(name.to_string(), bundle.clone());
            lying.changed.retain(|known| known != name);
            lying.changed.push(name.to_string());
            lying.gone.retain(|gone| gone != name);
        });
        Ok(())
    }

    fn remove(&self, name: &str, _: &Archived) -> Result<Option<String>, String> {
        self.look(|lying| {
            lying.titles.remove(name);
            lying.changed.retain(|known| known != name);
            lying.gone.push(name.to_string());
        });
        Ok(None)
    }
}
