//! Properties of every history of counts.

use super::*;
use proptest::prelude::*;

fn calibrated(samples: &[(u32, u32)]) -> Calibration {
    let mut calibration = Calibration::default();
    samples.iter().for_each(|(estimated, reported)| calibration.add(*estimated, *reported));
    calibration
}

#[test]
fn without_samples_the_estimate_stands() {
    assert_eq!(Calibration::default().per_mille(), 1000);
    for nonsense in [(0, 10), (10, 0), (100, 401), (401, 100)] {
        assert_eq!(calibrated(&[nonsense]), Calibration::default());
    }
}

#[test]
fn the_ratio_is_bounded() {
    // The samples were one kind of text, and the next may be another: no estimate is lowered.
    assert_eq!(calibrated(&[(1000, 250)]).per_mille(), 1000);
    assert_eq!(calibrated(&[(1000, 4000)]).per_mille(), 2500);
    assert_eq!(calibrated(&[(1000, 1300)]).per_mille(), 1300);
}

#[test]
fn a_change_of_the_model_shows_within_twenty_turns() {
    let mut samples = vec![(100_000, 80_000); 50];
    samples.extend([(400, 600); 20]);
    let ratio = calibrated(&samples).per_mille();
    assert!((1420..=1500).contains(&ratio), "{ratio}");
}

#[test]
fn a_count_rules_out_the_families_that_are_far_off() {
    let mut calibration = Calibration::default();
    let mut estimates = [1_000; Family::ALL.len()];
    estimates[Family::Cl100k as usize] = 1_700;
    estimates[Family::Qwen as usize] = 1_250;
    calibration.rule_out(&estimates, 1_300);
    let of = |family: Family| 1_u32 << family as u32;
    assert_eq!(calibration.possible(), of(Family::Qwen));
    // A count that no family explains leaves all of them possible.
    calibration.rule_out(&estimates, 5_000);
    assert_eq!(calibration.possible(), COMMON);
    // A few tokens added by the server rule out nothing.
    calibration.rule_out(&[150; Family::ALL.len()], 600);
    assert_eq!(calibration.possible(), COMMON);
}

#[test]
fn a_row_from_before_there_were_families_is_read_and_starts_anew() {
    let old: Calibration = serde_json::from_str(r#"{"estimated":1000,"reported":1500,"samples":3}"#).unwrap();
    assert_eq!((old.samples, old.ruled_out), (3, None));
    assert_eq!(old.in_force(), Calibration::default());
    let new = calibrated(&[(1000, 1300)]);
    assert_eq!(new.in_force(), new);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_history_is_survived(samples in prop::collection::vec((any::<u32>(), any::<u32>()), 0..60)) {
        let calibration = calibrated(&samples);
        prop_assert!((1_000..=2_500).contains(&calibration.per_mille()));
        prop_assert!(calibration.estimated <= 8 * MAX_WEIGHT * SCALE);
        let text = serde_json::to_string(&calibration).unwrap();
        prop_assert_eq!(serde_json::from_str::<Calibration>(&text).unwrap(), calibration);
    }
}
