//! Compares the estimate with the sum of a plain list.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6 * one.abs().max(1.0)
}

/// The same sum, computed naively.
fn plainly(estimates: &HeightEstimate, known: &BTreeMap<Sequence, u32>, sequence: Sequence) -> f64 {
    (estimates.first()..sequence).map(|n| known.get(&n).map_or(estimates.guess(), |height| f64::from(*height))).sum()
}

#[derive(Clone, Debug)]
enum Step {
    Measure(Sequence, u32),
    LeaveOut(Sequence, Sequence),
    End(Sequence),
    First(Sequence),
    Forget,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..400u32, 0..2_000u32).prop_map(|(at, height)| Step::Measure(at, height)),
        1 => (0..400u32, 0..400u32).prop_map(|(from, to)| Step::LeaveOut(from, to)),
        1 => (100..400u32).prop_map(Step::End),
        1 => (0..100u32).prop_map(Step::First),
        1 => Just(Step::Forget),
    ]
}

fn played(steps: Vec<Step>) -> (HeightEstimate, BTreeMap<Sequence, u32>) {
    let (mut estimates, mut known) = (HeightEstimate::new(0, 300, 100.0), BTreeMap::new());
    for step in steps {
        match step {
            Step::Measure(at, height) => {
                estimates.measure(at, f64::from(height), 240.0);
                if (estimates.first()..estimates.end()).contains(&at) {
                    known.insert(at, height);
                }
            }
            Step::LeaveOut(from, to) => {
                estimates.leave_out(from, to);
                known.extend((from.max(estimates.first())..to.min(estimates.end())).map(|n| (n, 0)));
            }
            Step::End(end) => {
                estimates.set_end(end);
                known.retain(|at, _| *at < estimates.end());
            }
            Step::First(first) => {
                estimates.set_first(first);
                known.retain(|at, _| *at >= first);
            }
            Step::Forget => {
                estimates.forget();
                known.clear();
            }
        }
    }
    (estimates, known)
}

proptest! {
    #[test]
    fn it_adds_up_as_a_plain_list_does(steps in prop::collection::vec(step(), 0..120), at in 0..400u32) {
        let (estimates, known) = played(steps);
        let at = at.clamp(estimates.first(), estimates.end());
        prop_assert!(close(estimates.before(at), plainly(&estimates, &known, at)));
        prop_assert!(close(estimates.total(), plainly(&estimates, &known, estimates.end())));
    }

    #[test]
    fn a_height_leads_to_the_message_that_is_there(steps in prop::collection::vec(step(), 0..120), share in 0.0..1.0f64) {
        let (estimates, _) = played(steps);
        prop_assume!(estimates.first() < estimates.end());
        let height = share * estimates.total();
        let (found, within) = estimates.at(height);
        prop_assert!((estimates.first()..estimates.end()).contains(&found));
        prop_assert!(close(estimates.before(found) + within, height));
    }
}

#[test]
fn what_was_seen_corrects_the_guess_for_what_was_not() {
    let mut estimates = HeightEstimate::new(0, 100_000, 50.0);
    assert!(close(estimates.total(), 100_000.0 * by_tokens(50.0)));
    for sequence in 99_000..99_050 {
        estimates.measure(sequence, 2.0 * by_tokens(50.0), by_tokens(50.0));
    }
    assert!(close(estimates.total(), 200_000.0 * by_tokens(50.0)));
    estimates.forget();
    assert!(close(estimates.total(), 200_000.0 * by_tokens(50.0)));
}

#[test]
fn an_empty_conversation_has_no_height() {
    let estimates = HeightEstimate::new(3, 3, 0.0);
    assert_eq!((estimates.total(), estimates.at(10.0)), (0.0, (3, 0.0)));
}

#[test]
fn a_message_that_is_seen_growing_counts_once() {
    let mut estimates = HeightEstimate::new(0, 1, 10.0);
    for height in [100.0, 200.0, 300.0] {
        estimates.measure(0, height, 78.0);
    }
    assert!(close(estimates.total(), 300.0));
}
