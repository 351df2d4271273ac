//! The integer part's steps: exact inverses across every change of width.

use crate::{on_ceiling, on_floor};
use num_bigint::BigInt;
use order_key::Integer;

#[track_caller]
fn integer(text: &str) -> Integer {
    Integer::parse(text).unwrap()
}

#[track_caller]
fn neighbours(lower: &str, upper: &str) {
    assert_eq!(integer(lower).increment(), Some(integer(upper)), "{lower} up");
    assert_eq!(integer(upper).decrement(), Some(integer(lower)), "{upper} down");
}

/// The heads in ascending order.
fn heads() -> impl DoubleEndedIterator<Item = u8> {
    (b'A'..=b'Z').chain(b'a'..=b'z')
}

fn digits(head: u8) -> usize {
    usize::from(if head >= b'a' { head - b'a' } else { b'Z' - head }) + 1
}

/// A head followed by as many of one digit as it promises.
fn filled(head: u8, digit: char) -> Integer {
    integer(&format!("{}{}", char::from(head), digit.to_string().repeat(digits(head))))
}

/// How far an integer part lies above the floor, by the widths below its head and its own digits.
fn ordinal(integer: Integer) -> BigInt {
    let head = integer.as_bytes()[0];
    let below: BigInt = heads()
        .take_while(|&other| other < head)
        .map(|other| BigInt::from(62).pow(digits(other) as u32))
        .sum();
    let value = |byte: &u8| match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'Z' => byte - b'A' + 10,
        _ => byte - b'a' + 36,
    };
    let values: Vec<u8> = integer.as_bytes()[1..].iter().map(value).collect();
    below + BigInt::from_radix_be(num_bigint::Sign::Plus, &values, 62).unwrap()
}

#[test]
fn nothing_lies_beyond_either_end() {
    assert_eq!(integer(&on_ceiling("")).increment(), None);
    assert_eq!(integer(&on_floor("")).decrement(), None);
    assert_eq!((Integer::FLOOR, Integer::CEILING), (integer(&on_floor("")), integer(&on_ceiling(""))));
}

#[test]
fn neighbours_within_a_width() {
    for (lower, upper) in [
        ("a0", "a1"),
        ("a9", "aA"),
        ("aZ", "aa"),
        ("ay", "az"),
        ("b00", "b01"),
        ("b0z", "b10"),
        ("b9z", "bA0"),
        ("bZz", "ba0"),
        ("c0zz", "c100"),
        ("Zy", "Zz"),
        ("Z0", "Z1"),
        ("Y0z", "Y10"),
        ("Yzy", "Yzz"),
        ("X0zz", "X100"),
    ] {
        neighbours(lower, upper);
    }
}

#[test]
fn neighbours_across_every_change_of_width() {
    for (lower, upper) in [("az", "b00"), ("bzz", "c000"), ("Zz", "a0"), ("Yzz", "Z0"), ("Xzzz", "Y00")] {
        neighbours(lower, upper);
    }
    for (below, above) in heads().zip(heads().skip(1)) {
        neighbours(filled(below, 'z').as_str(), filled(above, '0').as_str());
    }
}

#[test]
fn ten_thousand_steps_each_way_come_back_from_every_change_of_width() {
    for head in heads() {
        let start = filled(head, '0');
        walks_and_returns(start, Integer::increment, Integer::decrement, 1);
        walks_and_returns(start, Integer::decrement, Integer::increment, -1);
    }
    walks_and_returns(Integer::CEILING, Integer::decrement, Integer::increment, -1);
}

/// Ten thousand steps from `start`, or as many as there are, and back, meeting each integer again.
#[track_caller]
fn walks_and_returns(
    start: Integer,
    there: impl Fn(Integer) -> Option<Integer>,
    back: impl Fn(Integer) -> Option<Integer>,
    sign: i32,
) {
    let path: Vec<Integer> =
        std::iter::successors(Some(start), |&integer| there(integer)).take(10_001).collect();
    let (steps, end) = (path.len() - 1, *path.last().unwrap());
    assert_eq!(ordinal(end) - ordinal(start), BigInt::from(steps) * sign, "{steps} steps from {start}");
    assert!(steps == 10_000 || there(end).is_none(), "{steps} steps from {start}");
    let mut integer = end;
    for &expected in path.iter().rev().skip(1) {
        let next = back(integer).unwrap();
        assert_eq!(next, expected, "back from {integer}");
        assert_eq!(next.cmp(&integer), integer.cmp(&next).reverse());
        assert_eq!(next > integer, sign < 0, "{next} {integer}");
        integer = next;
    }
}

#[test]
fn ten_thousand_steps_from_a0_each_way_and_back() {
    walks_and_returns(integer("a0"), Integer::increment, Integer::decrement, 1);
    walks_and_returns(integer("a0"), Integer::decrement, Integer::increment, -1);
    let up = (0..10_000).try_fold(integer("a0"), |integer, _| integer.increment()).unwrap();
    let down = (0..10_000).try_fold(integer("a0"), |integer, _| integer.decrement()).unwrap();
    assert_eq!((up.as_str(), down.as_str()), ("c1aI", "XyPi"));
}
