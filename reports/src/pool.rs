//! Work shared among the cores, with results in the order of the work, whatever the threads do.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `work` gives for each of `0..count`, in that order.
pub fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    let result = work(at);
                    done.lock().expect("no worker panicked").push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no worker panicked");
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_the_order_of_the_work() {
        assert_eq!(super::each(1_000, |at| at * at), (0..1_000).map(|at| at * at).collect::<Vec<_>>());
        assert!(super::each(0, |at| at).is_empty());
    }
}
