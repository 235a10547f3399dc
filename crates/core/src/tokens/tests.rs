use super::estimate;
#[test]
fn nothing_costs_nothing_and_anything_costs_something() {
    assert_eq!(estimate(""), 0);
    assert_eq!(estimate(" "), 1);
    assert_eq!(estimate("x"), 1);
}
