//! The hunt that catches every variant of the zoo catches nothing in the product.

use sim::hunt::hunt;

#[test]
fn the_product_is_caught_by_none() {
    assert_eq!(hunt(None, 1).map(|caught| caught.case.story), None);
}
