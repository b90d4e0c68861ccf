//! A short list that lies on the stack, so that nothing is allocated while actions are listed, checked and done.

use std::ops::{Deref, DerefMut};

/// At most `N` things, in order.
#[derive(Clone, Copy, Debug)]
pub struct Few<T, const N: usize> {
    len: usize,
    items: [T; N],
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// Nothing yet; `blank` fills the places that are not in use and is never seen.
    #[inline]
    pub fn new(blank: T) -> Few<T, N> {
        Few { len: 0, items: [blank; N] }
    }

    /// All of these.
    pub fn of(blank: T, items: impl IntoIterator<Item = T>) -> Few<T, N> {
        let mut few = Few::new(blank);
        few.extend(items);
        few
    }

    /// One more, where the list is as long as the rules can ever fill it.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// One more, as long as there is room.
    #[inline]
    pub fn offer(&mut self, item: T) {
        if self.len < N {
            self.push(item);
        }
    }

    /// Takes the last one off.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }

    /// Nothing again.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps those of which this holds, in order.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            if keep(&self.items[i]) {
                self.items[kept] = self.items[i];
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

impl<T: Copy, const N: usize> Extend<T> for Few<T, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T, const N: usize> IntoIterator for Few<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::array::IntoIter<T, N>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_shrinks_and_takes_no_more_than_it_holds() {
        let mut few: Few<u8, 3> = Few::of(0, [1, 2]);
        few.offer(3);
        few.offer(4);
        assert_eq!(*few, [1, 2, 3]);
        few.retain(|n| n % 2 == 1);
        assert_eq!((few.pop(), few.pop(), few.pop()), (Some(3), Some(1), None));
        few.extend([7, 8]);
        few.reverse();
        assert_eq!(few.into_iter().collect::<Vec<u8>>(), [8, 7]);
    }
}
