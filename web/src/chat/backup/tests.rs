//! When a backup is worth making, and what its plan becomes.

use super::*;
use crate::state::testing::conversation;
use ricordo_core::{backup::LastBackup, time::Now};

fn used_before() -> BackupPlan {
    BackupPlan {
        is_on: false,
        has_keys: true,
        last: Some(LastBackup { at: Timestamp(5), size: 1 }),
        written: vec!["ricordo-2026-11-22.json.gz".to_owned()],
        trouble: Some(BackupTrouble::NoRoom),
        not_before: Timestamp(9),
        ..BackupPlan::default()
    }
}

#[test]
fn keys_are_only_in_backups_that_are_sealed() {
    for (is_sealed, has_keys, keys) in [(true, true, true), (true, false, false), (false, true, false)] {
        let mut plan = used_before();
        BackupForm { keep: 3, is_sealed, passphrase: None, has_keys }.put_into(&mut plan, false);
        assert_eq!((plan.is_sealed, plan.has_keys), (is_sealed, keys));
    }
}

#[test]
fn a_plan_that_is_set_up_again_is_tried_at_once_and_replaces_nothing_in_another_folder() {
    let form = BackupForm { keep: 3, ..BackupForm::default() };
    let (mut same, mut other) = (used_before(), used_before());
    form.put_into(&mut same, false);
    form.put_into(&mut other, true);
    assert_eq!((same.written.len(), other.written.len()), (1, 0));
    for plan in [same, other] {
        assert_eq!((plan.is_on, plan.keep, plan.not_before, plan.trouble), (true, 3, Timestamp(0), None));
        assert_eq!(plan.last, used_before().last, "when one was made is still true");
    }
}

#[test]
fn what_was_written_still_counts_when_backups_are_turned_off_and_on_again_with_the_same_folder() {
    let mut plan = BackupPlan { is_on: true, is_sealed: true, keep: 3, ..used_before() };
    turn_off(&mut plan);
    assert_eq!((plan.is_on, plan.is_sealed, plan.has_keys, plan.keep), (false, false, false, 3));
    assert_eq!((&plan.last, &plan.trouble), (&None, &None));
    let years = Timestamp(5 * 365 * 86_400_000);
    assert!(!plan.is_due(Now { at: years, offset_minutes: 0 }), "nothing is made while it is off");
    let form = BackupForm { keep: 3, ..BackupForm::default() };
    let (mut same, mut other) = (plan.clone(), plan);
    form.put_into(&mut same, false);
    form.put_into(&mut other, true);
    assert_eq!((same.written, other.written.len()), (used_before().written, 0));
}

#[test]
fn a_backup_is_worth_making_if_a_conversation_was_used_since_the_last_one_or_if_there_was_none() {
    let used = |at: i64| conversation(1, "", Timestamp(at));
    for (conversations, is_used) in [(vec![], false), (vec![used(5)], false), (vec![used(4), used(6)], true)] {
        assert_eq!(is_used_since(&used_before(), &conversations, Timestamp(9)), is_used);
    }
    assert!(is_used_since(&BackupPlan::default(), &[used(0)], Timestamp(9)));
    assert!(!is_used_since(&BackupPlan::default(), &[], Timestamp(9)), "there is nothing to back up");
    let ahead = LastBackup { at: Timestamp(i64::MAX), size: 1 };
    let wrong_clock = BackupPlan { last: Some(ahead), ..used_before() };
    assert!(is_used_since(&wrong_clock, &[used(6)], Timestamp(9)), "the clock was wrong when the last one was made");
}

#[test]
fn each_failure_is_shown_as_what_it_is() {
    for (failure, trouble) in [
        (Failure::NotAllowed, BackupTrouble::NotAllowed),
        (Failure::Missing, BackupTrouble::FolderMissing),
        (Failure::NoRoom, BackupTrouble::NoRoom),
        (Failure::WrongPassphrase, BackupTrouble::NoPassphrase),
        (Failure::Other("why".to_owned()), BackupTrouble::Failed("why".to_owned())),
    ] {
        assert_eq!(trouble_of(failure), trouble);
    }
}

#[test]
fn a_passphrase_stays_until_another_is_typed_or_backups_are_sealed_no_more() {
    for (typed, is_sealed, kept) in [
        (Some("new"), true, Some(Some("new"))),
        (None, true, None),
        (None, false, Some(None)),
        (Some("typed before the box was cleared"), false, Some(None)),
    ] {
        let form = BackupForm { is_sealed, passphrase: typed.map(str::to_owned), ..BackupForm::default() };
        assert_eq!(form.new_passphrase(), kept, "{form:?}");
    }
}
