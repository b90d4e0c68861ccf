//! An allocator for tests that counts what a thread takes from the heap: rules that are to be searched take nothing.
//!
//! A test binary makes it its own:
//!
//! ```
//! #[global_allocator]
//! static HEAP: heap::Counting = heap::Counting;
//!
//! let (list, taken) = heap::taken(|| vec![1, 2, 3]);
//! assert_eq!((list.len(), taken), (3, 1));
//! assert_eq!(heap::taken(|| 1 + 1), (2, 0));
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count for each thread.
pub struct Counting;

// SAFETY: every call goes to the system's allocator as it came; the count is a plain number of the thread, whose making and
// reading allocate nothing.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

fn count() {
    // A thread that is ending counts no more.
    let _ = TAKEN.try_with(|taken| taken.set(taken.get() + 1));
}

/// Does something and returns what came of it, with how often this thread went to the heap for it.
pub fn taken<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = TAKEN.get();
    let done = work();
    (done, TAKEN.get() - before)
}
