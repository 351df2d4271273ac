//! `between` on keys of up to 22 bytes allocates nothing.

#![allow(unsafe_code, reason = "an allocator that counts is an unsafe trait")]

use order_key::{BetweenError, Key, between};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` gives, and how often this thread allocated meanwhile.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATIONS.get();
    let done = work();
    (done, ALLOCATIONS.get() - before)
}

#[test]
fn the_counter_counts() {
    assert_eq!(counted(|| Box::new(7)), (Box::new(7), 1));
}

#[test]
fn between_keys_of_up_to_22_bytes_allocates_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut keys = vec![Key::parse("a0").unwrap(), Key::parse("a1").unwrap()];
    let mut longest = 0;
    for step in 0..2_000 {
        let at = 1 + step * 7 % (keys.len() - 1);
        let (lower, upper) = (keys[at - 1].clone(), keys[at].clone());
        let (made, allocations) = counted(|| between(Some(&lower), Some(&upper), &mut rng));
        let made = made.unwrap();
        if made.len() <= 22 {
            longest = longest.max(made.len());
            assert_eq!(allocations, 0, "{made}");
            keys.insert(at, made);
        } else {
            assert_eq!(allocations, 1, "{made}");
        }
    }
    assert_eq!(longest, 22);
}

#[test]
fn reading_cloning_comparing_and_refusing_allocate_nothing() {
    let ((), allocations) = counted(|| {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let key = Key::parse("a012345678901234567891").unwrap();
        let before = Key::before(&key, &mut rng).unwrap();
        let after = Key::after(&key.clone(), &mut rng).unwrap();
        assert!(before < key && key < after);
        assert!(matches!(between(Some(&key), Some(&key), &mut rng), Err(BetweenError::NotAscending { .. })));
        assert!(Key::parse("a0_").is_err());
    });
    assert_eq!(allocations, 0);
}
