//! F6: halving floats.

use super::{Figure, Published};
use crate::band::Band;
use crate::schemes::{Scheme, float_bytes};

pub(super) fn float() -> Vec<Figure> {
    const MEASURED: &str = "halved toward the lower and toward the upper number until the result is no longer \
                            strictly between";
    let (one, half) = (halvings(1.0, 2.0), halvings(0.5, 1.0));
    let last = if one.returned_endpoint && half.returned_endpoint { "one of its bounds" } else { "another" };
    vec![
        Figure::number(
            "F6",
            "inserts between 1.0 and 2.0",
            Published::about(50, "inserts"),
            one.inserts,
            MEASURED,
        ),
        Figure::number(
            "F6",
            "inserts between 0.5 and 1.0",
            Published::exact(52, "inserts"),
            half.inserts,
            MEASURED,
        ),
        Figure::text("F6", "what the next insert gives", "one of its bounds", last, MEASURED),
    ]
}

struct Halvings {
    inserts: Band,
    returned_endpoint: bool,
}

fn halvings(lower: f64, upper: f64) -> Halvings {
    let each = [true, false].map(|toward_lower| {
        let mut generator = Scheme::FloatMidpoint.generator(0);
        let (mut low, mut high) = (float_bytes(lower), float_bytes(upper));
        let mut inserts = 0;
        loop {
            let key = generator.between(Some(&low), Some(&high)).expect("two numbers have a mean");
            if key <= low || key >= high {
                return (inserts, key == low || key == high);
            }
            inserts += 1;
            *(if toward_lower { &mut high } else { &mut low }) = key;
        }
    });
    Halvings {
        inserts: Band::of(each.map(|(inserts, _)| inserts)),
        returned_endpoint: each.iter().all(|&(_, is_endpoint)| is_endpoint),
    }
}
