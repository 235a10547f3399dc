//! Rules of automatic backups: when one is due, how its file is named, and which older files it replaces.

use crate::{
    record::Kind,
    time::{DAY_MS, Now, Timestamp, WallClock},
};
use serde::{Deserialize, Serialize};

/// Beginning of the name of every backup that is written automatically.
const START: &str = "ricordo-backup-";
/// Time from a failed backup to the next attempt, in milliseconds.
const PAUSE: i64 = 60 * 60 * 1_000;
/// Time for which a notice about backups is put off, in milliseconds.
const PUT_OFF: i64 = DAY_MS;

/// First bytes of a sealed file.
pub const SEALED: &str = "{\"ricordo_sealed\":";

/// Fewest and most backups that can be kept.
pub const KEPT: (u32, u32) = (1, 100);

/// What this browser does about backups, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BackupPlan {
    /// Whether backups are made, or the user is reminded of them where the page cannot write into a folder.
    pub is_on: bool,
    /// Number of backups that are kept.
    pub keep: u32,
    /// Whether they are sealed with a passphrase.
    pub is_sealed: bool,
    /// Whether they have the API keys; only if they are sealed.
    pub has_keys: bool,
    /// The last backup.
    pub last: Option<LastBackup>,
    /// Names of the files that were written into the folder and are not replaced yet.
    pub written: Vec<String>,
    /// Why the last attempt failed.
    pub trouble: Option<BackupTrouble>,
    /// Nothing is tried before this time.
    pub not_before: Timestamp,
    /// No notice is shown before this time.
    pub quiet_until: Timestamp,
}

impl Default for BackupPlan {
    fn default() -> Self {
        Self {
            is_on: false,
            keep: 7,
            is_sealed: false,
            has_keys: false,
            last: None,
            written: Vec::new(),
            trouble: None,
            not_before: Timestamp(0),
            quiet_until: Timestamp(0),
        }
    }
}

/// A backup that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastBackup {
    /// When it was begun. Later changes are not in it.
    pub at: Timestamp,
    /// Its size in bytes.
    pub size: u64,
}

/// Why a backup could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackupTrouble {
    /// The browser has to ask the user again whether the page may write into the folder.
    NotAllowed,
    /// The folder was moved or deleted.
    FolderMissing,
    /// There is no room.
    NoRoom,
    /// The passphrase has to be set again.
    NoPassphrase,
    /// Something else, in the words of the browser.
    Failed(String),
}

impl BackupPlan {
    /// Parses a stored plan. What cannot be read becomes the default, which does nothing.
    pub fn from_text(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Serializes the plan.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether a backup is due if something changed: the last one is of an earlier day on the user's clock.
    pub fn is_due(&self, now: Now) -> bool {
        let day = |at| Now { at, ..now }.wall_clock().map(|wall| wall.date());
        let waits = now.at < self.not_before && !is_of_wrong_clock(self.not_before, now.at);
        self.is_on && !waits && self.last_at(now.at).is_none_or(|last| day(last) < day(now.at))
    }

    /// Time of the last backup; `None` if there is none, or if the clock was wrong when it was made.
    pub fn last_at(&self, now: Timestamp) -> Option<Timestamp> {
        self.last.as_ref().map(|last| last.at).filter(|at| !is_of_wrong_clock(*at, now))
    }

    /// Whether the user put notices off.
    pub fn is_quiet(&self, now: Timestamp) -> bool {
        let put_off_at = Timestamp(self.quiet_until.0.saturating_sub(PUT_OFF));
        now < self.quiet_until && !is_of_wrong_clock(put_off_at, now)
    }

    /// Records that a backup was made.
    pub fn succeeded(&mut self, at: Timestamp, size: u64) {
        self.last = Some(LastBackup { at, size });
        self.trouble = None;
    }

    /// Records that an attempt failed.
    pub fn failed(&mut self, trouble: BackupTrouble, now: Timestamp) {
        // Asking for the permission costs nothing, so it need not wait.
        let pause = if trouble == BackupTrouble::NotAllowed { 0 } else { PAUSE };
        self.not_before = Timestamp(now.0.saturating_add(pause));
        self.trouble = Some(trouble);
    }

    /// Puts notices off for a day.
    pub fn put_off(&mut self, now: Timestamp) {
        self.quiet_until = Timestamp(now.0.saturating_add(PUT_OFF));
    }

    /// Name of a new file: one that is not in the folder yet.
    pub fn name(&self, at: &WallClock, found: &[(String, u64)]) -> String {
        let ending = if self.is_sealed { ".sealed" } else { ".json.gz" };
        let start = format!("{START}{}-{:02}{:02}", at.date(), at.hour, at.minute);
        let is_new = |name: &String| !found.iter().any(|(other, _)| other == name);
        let numbered = (2..u32::MAX).map(|number| format!("{start}-{number}{ending}"));
        std::iter::once(format!("{start}{ending}")).chain(numbered).find(is_new).unwrap_or_default()
    }

    /// Files that can be deleted after a backup: those that were written here and are older than the ones kept, and those
    /// that were left empty by a page that was closed while it wrote. `found` is what the folder holds, with sizes.
    /// Forgets the names of files that are gone.
    pub fn superseded(&mut self, found: &[(String, u64)]) -> Vec<String> {
        let size = |name: &str| found.iter().find(|(other, _)| other == name).map(|(_, size)| *size);
        self.written.retain(|name| moment_of(name).is_some() && size(name).is_some());
        let (whole, mut gone): (Vec<String>, Vec<String>) =
            self.written.iter().cloned().partition(|name| size(name) != Some(0));
        let keep = usize::try_from(self.keep.max(1)).unwrap_or(usize::MAX);
        // They are in the order in which they were written.
        gone.extend(whole.iter().take(whole.len().saturating_sub(keep)).cloned());
        self.written.retain(|name| !gone.contains(name));
        gone
    }
}

/// Whether a stored time was written while the clock was wrong: it is more than a day ahead. A clock that was corrected by less
/// changes nothing.
fn is_of_wrong_clock(at: Timestamp, now: Timestamp) -> bool {
    at.0 > now.0.saturating_add(DAY_MS)
}

/// Date and time in the name of a backup, such as `2026-11-26-2312`; `None` for other files. Newer ones sort later.
pub fn moment_of(name: &str) -> Option<&str> {
    let rest = name.strip_prefix(START)?;
    let length = if rest.get(10..11) == Some("-") { 15 } else { 10 };
    let moment = rest.get(..length)?;
    let is_one = moment.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 | 10 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    let ending = rest.get(length..)?.trim_start_matches(|letter: char| letter == '-' || letter.is_ascii_digit());
    (is_one && matches!(ending, ".sealed" | ".json.gz" | ".json")).then_some(moment)
}

/// Whether a write of this kind makes a backup worthwhile. What the page writes by itself, and unsent text, does not.
pub fn is_change(kind: Kind) -> bool {
    !kind.is_index() && !matches!(kind, Kind::ComposerDraft | Kind::Calibration | Kind::Maintenance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-26 23:12 UTC.
    const AT: Timestamp = Timestamp(1_795_734_720_000);

    fn now(at: Timestamp) -> Now {
        Now { at, offset_minutes: 0 }
    }

    fn on() -> BackupPlan {
        BackupPlan { is_on: true, ..BackupPlan::default() }
    }

    fn found(names: &[(&str, u64)]) -> Vec<(String, u64)> {
        names.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
    }

    #[test]
    fn a_backup_is_due_once_a_day_on_the_users_clock_and_never_unless_it_is_on() {
        let mut plan = on();
        assert!(plan.is_due(now(AT)));
        assert!(!BackupPlan::default().is_due(now(AT)));
        plan.succeeded(AT, 10);
        assert!(!plan.is_due(now(AT)));
        let after = |minutes: i64| Timestamp(AT.0 + minutes * 60_000);
        assert!(!plan.is_due(now(after(47))), "23:59");
        assert!(plan.is_due(now(after(48))), "midnight");
        let east = |at| Now { at, offset_minutes: 120 };
        assert!(!plan.is_due(east(after(48))), "from 01:12 to 02:00 of the same day there");
    }

    #[test]
    fn what_was_written_while_the_clock_was_years_ahead_keeps_no_backup_and_no_notice_away() {
        let after = |minutes: i64| Timestamp(AT.0 + minutes * 60_000);
        let (hour, day) = (60, 60 * 24);
        let years = 5 * 365 * day;
        let mut plan = on();
        plan.succeeded(after(years), 10);
        assert!(plan.is_due(now(AT)) && plan.last_at(AT).is_none());
        plan.succeeded(after(2 * day), 10);
        assert!(plan.is_due(now(AT)));
        // Another time zone, or a clock that is corrected by hours.
        for minutes in [hour, day] {
            plan.succeeded(after(minutes), 10);
            assert!(!plan.is_due(now(AT)) && plan.last_at(AT) == Some(after(minutes)), "{minutes}");
        }
        let mut failed = on();
        failed.failed(BackupTrouble::NoRoom, after(years));
        assert!(failed.is_due(now(AT)));
        for (put_off_at, is_quiet) in
            [(0, true), (-day, false), (hour, true), (day, true), (2 * day, false), (years, false)]
        {
            let mut plan = on();
            plan.put_off(after(put_off_at));
            assert_eq!(plan.is_quiet(AT), is_quiet, "{put_off_at}");
        }
        assert!(!on().is_quiet(AT));
    }

    #[test]
    fn after_a_failure_an_hour_passes_but_a_missing_permission_is_looked_for_at_once() {
        let mut plan = on();
        plan.failed(BackupTrouble::NoRoom, AT);
        assert!(!plan.is_due(now(Timestamp(AT.0 + PAUSE - 1))));
        assert!(plan.is_due(now(Timestamp(AT.0 + PAUSE))));
        plan.failed(BackupTrouble::NotAllowed, AT);
        assert!(plan.is_due(now(AT)));
        plan.succeeded(AT, 1);
        assert_eq!(plan.trouble, None);
    }

    #[test]
    fn a_name_has_its_time_and_is_never_that_of_a_file_that_is_there() {
        let wall = now(AT).wall_clock().unwrap();
        let mut plan = on();
        let first = plan.name(&wall, &[]);
        assert_eq!(first, "ricordo-backup-2026-11-26-2312.json.gz");
        let there = found(&[(&first, 0), ("ricordo-backup-2026-11-26-2312-2.json.gz", 5)]);
        assert_eq!(plan.name(&wall, &there), "ricordo-backup-2026-11-26-2312-3.json.gz");
        plan.is_sealed = true;
        assert_eq!(plan.name(&wall, &there), "ricordo-backup-2026-11-26-2312.sealed");
    }

    #[test]
    fn names_of_backups_are_known_also_those_that_were_exported_by_hand_and_no_others() {
        for (name, moment) in [
            ("ricordo-backup-2026-11-26-2312.json.gz", Some("2026-11-26-2312")),
            ("ricordo-backup-2026-11-26-2312-2.sealed", Some("2026-11-26-2312")),
            ("ricordo-backup-2026-11-26.json.gz", Some("2026-11-26")),
            ("ricordo-backup-2026-11-26.json", Some("2026-11-26")),
            ("ricordo-2026-11-26.json", None),
            ("ricordo-backup-2026-11-26-2312.json.gz.crswap", None),
            ("ricordo-backup-2026-11-26.txt", None),
            ("ricordo-backup-2026-1i-26.json", None),
            ("ricordo-backup-", None),
            ("ricordo-backup-резервна-копія", None),
            ("letter.json", None),
        ] {
            assert_eq!(moment_of(name), moment, "{name}");
        }
    }

    #[test]
    fn only_files_that_were_written_here_are_replaced_oldest_first_and_empty_ones_do_not_count() {
        let name = |day: u32| format!("ricordo-backup-2026-11-{day:02}-0900.json.gz");
        let mut plan = BackupPlan { keep: 2, written: (1..=4).map(name).collect(), ..on() };
        plan.written.push("taxes.json".to_owned());
        let folder = found(&[
            (&name(1), 10),
            (&name(2), 10),
            (&name(3), 0),
            (&name(4), 10),
            // Of another browser that writes into the same folder.
            (&name(5), 10),
            ("taxes.json", 10),
            ("ricordo-backup-2025-01-01.json.gz", 10),
        ]);
        assert_eq!(plan.superseded(&folder), [name(3), name(1)]);
        assert_eq!(plan.written, [name(2), name(4)]);
    }

    #[test]
    fn what_the_page_writes_by_itself_is_no_change() {
        let changes: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| is_change(*kind)).collect();
        assert!(changes.contains(&Kind::Message) && changes.contains(&Kind::Settings) && changes.contains(&Kind::Undo));
        for kind in [Kind::IndexPart, Kind::VectorPart, Kind::ComposerDraft, Kind::Calibration, Kind::Maintenance] {
            assert!(!changes.contains(&kind), "{kind:?}");
        }
    }

    #[test]
    fn a_plan_survives_being_stored_and_one_that_cannot_be_read_does_nothing() {
        let mut plan = BackupPlan { is_sealed: true, has_keys: true, written: vec!["a".to_owned()], ..on() };
        plan.succeeded(AT, 10);
        plan.failed(BackupTrouble::Failed("why".to_owned()), AT);
        assert_eq!(BackupPlan::from_text(&plan.to_text()), plan);
        assert_eq!(BackupPlan::from_text("{\"is_on\":true}"), on());
        for text in ["", "[]", "{\"is_on\":1}"] {
            assert!(!BackupPlan::from_text(text).is_on, "{text}");
        }
    }
}
