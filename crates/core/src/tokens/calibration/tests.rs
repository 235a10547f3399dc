//! What must hold of every history of counts.

use super::*;
use proptest::prelude::*;

fn calibrated(samples: &[(u32, u32)]) -> Calibration {
    let mut calibration = Calibration::default();
    samples.iter().for_each(|(estimated, reported)| calibration.add(*estimated, *reported));
    calibration
}

fn at(estimated: u32, per_mille: u32) -> u32 {
    u32::try_from(u64::from(estimated) * u64::from(per_mille) / 1000).unwrap()
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
    // What was counted was one kind of text, and the next may be another: no estimate is lowered.
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
    // One that none explains leaves all of them.
    calibration.rule_out(&estimates, 5_000);
    assert_eq!(calibration.possible(), COMMON);
    // A few tokens that the server adds rule out nothing.
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

#[test]
fn a_prompt_that_was_cut_is_noticed() {
    let known = calibrated(&[(3000, 3300); 3]);
    let found = truncation(8000, 4096, Some(4096), &known);
    assert_eq!(found, Some(Truncation { sent: 8800, read: 4096 }));
    // The context is full, and a fifth is missing.
    assert!(truncation(5000, 4000, Some(4096), &known).is_some());
    assert!(truncation(5000, 4000, None, &known).is_none());
    // Nothing is known of the model: only what no tokenizer can explain.
    assert!(truncation(8000, 3999, None, &Calibration::default()).is_some());
    assert!(truncation(8000, 4096, None, &Calibration::default()).is_none());
}

#[test]
fn silence_and_short_prompts_are_no_sign() {
    let known = calibrated(&[(3000, 3000); 9]);
    assert_eq!(truncation(8000, 0, Some(4096), &known), None);
    assert_eq!(truncation(200, 3, None, &known), None);
}

#[test]
fn the_sentence_names_the_numbers_and_the_cure() {
    let cut = Truncation { sent: 8800, read: 4096 };
    for (kind, cure) in [
        (ProviderKind::Ollama, "num_ctx"),
        (ProviderKind::Ollama, "OLLAMA_CONTEXT_LENGTH"),
        (ProviderKind::OpenAiCompatible, "--ctx-size"),
        (ProviderKind::OpenAiCompatible, "LM Studio"),
        (ProviderKind::Anthropic, "longer context"),
        (ProviderKind::InPage, "/forget"),
    ] {
        let told = cut.sentence(kind);
        assert!(told.contains("4096 of about 8800 tokens") && told.contains(cure), "{told}");
        assert!(told.ends_with("lower the context limit in the settings."), "{told}");
    }
    assert!(cut.to_string().contains("--ctx-size"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_alarm_within_the_usual_spread(
        base in 300u32..3_000,
        sizes in prop::collection::vec((300u32..200_000, 900u32..=1_100), 3..40),
        estimated in 300u32..200_000,
        off in 900u32..=1_100,
        context in prop::option::of(1_000u32..300_000),
    ) {
        let samples: Vec<_> = sizes.into_iter().map(|(size, off)| (size, at(at(size, base), off))).collect();
        let reported = at(at(estimated, base), off);
        prop_assert_eq!(truncation(estimated, reported, context, &calibrated(&samples)), None);
    }

    #[test]
    fn no_alarm_before_the_model_is_known_unless_half_is_missing(
        estimated in 0u32..1_000_000,
        ratio in 501u32..4_000,
        context in prop::option::of(any::<u32>()),
        samples in prop::collection::vec((1u32..10_000, 1u32..10_000), 0..3),
    ) {
        let reported = at(estimated, ratio) + 1;
        prop_assert_eq!(truncation(estimated, reported, context, &calibrated(&samples)), None);
    }

    #[test]
    fn half_a_prompt_is_always_noticed(
        base in 300u32..3_000,
        estimated in 2_000u32..200_000,
        share in 1u32..=500,
        context in prop::option::of(1_000u32..300_000),
    ) {
        let reported = at(at(estimated, base), share).max(1);
        let known = calibrated(&[(5_000, at(5_000, base)); 3]);
        prop_assert!(truncation(estimated, reported, context, &known).is_some());
    }

    #[test]
    fn any_history_is_survived(samples in prop::collection::vec((any::<u32>(), any::<u32>()), 0..60)) {
        let calibration = calibrated(&samples);
        prop_assert!((1_000..=2_500).contains(&calibration.per_mille()));
        prop_assert!(calibration.estimated <= 8 * MAX_WEIGHT * SCALE);
        let text = serde_json::to_string(&calibration).unwrap();
        prop_assert_eq!(serde_json::from_str::<Calibration>(&text).unwrap(), calibration);
    }
}
