//! When a truncated prompt is noticed, and when there is no alarm.

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
fn a_prompt_that_was_cut_is_noticed() {
    let known = calibrated(&[(3000, 3300); 3]);
    let found = truncation(8000, 4096, Some(4096), &known);
    assert_eq!(found, Some(Truncation { sent: 8800, read: 4096 }));
    // The context is full, and a fifth is missing.
    assert!(truncation(5000, 4000, Some(4096), &known).is_some());
    assert!(truncation(5000, 4000, None, &known).is_none());
    // The model is unknown: only a gap that no tokenizer can explain counts.
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
        let cut_sentence = cut.sentence(kind);
        assert!(cut_sentence.contains("4096 of about 8800 tokens") && cut_sentence.contains(cure), "{cut_sentence}");
        assert!(cut_sentence.ends_with("lower the context budget in the settings."), "{cut_sentence}");
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
}
