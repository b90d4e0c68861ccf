//! A short list that lives on the stack: what is listed in the middle of play allocates nothing.

use std::ops::{Deref, DerefMut};

/// Up to `N` things.
#[derive(Clone, Copy)]
pub struct Few<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// Nothing yet; the blank only fills the room.
    pub(crate) fn new(blank: T) -> Few<T, N> {
        Few { items: [blank; N], len: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn of(blank: T, items: impl Iterator<Item = T>) -> Few<T, N> {
        let mut few = Few::new(blank);
        items.for_each(|item| few.push(item));
        few
    }

    /// Keeps those that fit a question, in order.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for n in 0..self.len {
            if keep(&self.items[n]) {
                self.items[kept] = self.items[n];
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}
