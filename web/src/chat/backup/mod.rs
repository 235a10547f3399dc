//! Automatic backups: once a day with changes into a folder that the user chose. Where the browser cannot write into a folder,
//! a banner reminds the user, and one press saves the file.
//!
//! `ricordo_core::backup` decides when one is due and what it replaces. One tab makes it, under a lock. What is stored about
//! it belongs to this browser and is in no export. Everything here is loaded later.

mod making;
mod restoring;
mod sealed_keys;

pub use restoring::{FoundBackup, NotRestored, found_among, offered};

use self::making::Ended;
use super::Chat;
use crate::{
    browser::{self, BrowserMark},
    mount,
    state::transfer,
    texts::{backup as texts, exchange::exchange, fill, shell::shell},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{
    any_store::observe_writes,
    backups::{Backups, Failure, Folder, Permission},
    locks,
};
use ricordo_core::{
    backup::{BackupPlan, BackupTrouble, is_change},
    change::Change,
    conversation::Conversation,
    time::Timestamp,
};
use std::time::Duration;

/// Interval of the checks whether a backup is due.
const EVERY: Duration = Duration::from_secs(600);

/// What the page knows about its backups.
#[derive(Clone)]
pub struct BackupState {
    /// The plan; `None` until it is read.
    pub plan: ArcRwSignal<Option<BackupPlan>>,
    /// Name of the folder; `None` if there is none.
    pub folder: ArcRwSignal<Option<String>>,
    /// Whether the browser refuses to let the page write into the folder, without asking. Not stored, because the user can
    /// change it in the browser at any time.
    pub is_refused: ArcRwSignal<bool>,
    /// Whether the browser lets the user choose a folder.
    pub can_choose: ArcRwSignal<bool>,
    /// What the banner says; `None` if it is not shown.
    pub notice: ArcRwSignal<Option<BackupNotice>>,
}

/// What the banner is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackupNotice {
    /// An automatic backup failed.
    Failed(BackupTrouble),
    /// An automatic backup lacks this number of records, which could not be read.
    Incomplete(u64),
    /// It is time to save a backup, which the page cannot do by itself.
    Due,
}

/// Input of the form about backups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupForm {
    /// Number of backups to keep, within its range.
    pub keep: u32,
    /// Whether backups are sealed.
    pub is_sealed: bool,
    /// New passphrase; `None` keeps the one that is set.
    pub passphrase: Option<String>,
    /// Whether they have the API keys.
    pub has_keys: bool,
}

impl BackupForm {
    /// The passphrase to keep from now on, or none; `None` if the one that is set stays.
    fn new_passphrase(&self) -> Option<Option<&str>> {
        match (&self.passphrase, self.is_sealed) {
            (_, false) => Some(None),
            (None, true) => None,
            (Some(passphrase), true) => Some(Some(passphrase)),
        }
    }

    /// Changes the plan as the form says. `is_other_folder`: the user chose another folder than before.
    fn put_into(&self, plan: &mut BackupPlan, is_other_folder: bool) {
        plan.is_on = true;
        plan.keep = self.keep;
        plan.is_sealed = self.is_sealed;
        // Keys are never in a file that anybody can read.
        plan.has_keys = self.is_sealed && self.has_keys;
        plan.trouble = None;
        plan.not_before = Timestamp(0);
        if is_other_folder {
            // The files of another folder stay there.
            plan.written.clear();
        }
    }
}

thread_local! {
    static STATE: BackupState = BackupState {
        plan: ArcRwSignal::new(None),
        folder: ArcRwSignal::new(None),
        is_refused: ArcRwSignal::new(false),
        can_choose: ArcRwSignal::new(false),
        notice: ArcRwSignal::new(None),
    };
}

/// The state of the backups in this tab.
pub fn backups() -> BackupState {
    STATE.with(Clone::clone)
}

impl BackupState {
    /// Why there is no backup, and what to do, as a sentence.
    pub fn reason(&self, trouble: &BackupTrouble) -> String {
        texts::trouble(trouble, &self.folder.get().unwrap_or_default(), self.is_refused.get())
    }
}

/// Notes that a write makes a backup worthwhile.
fn note(changes: &[Change]) {
    if changes.iter().any(|change| is_change(change.key().kind())) {
        browser::set_mark(BrowserMark::ChangedSinceBackup, true);
    }
}

/// Starts the checks.
pub(super) fn watch(chat: Chat) {
    if !is_stored(chat) {
        return;
    }
    observe_writes(note);
    let look = move || {
        if browser::is_marked(BrowserMark::HasBackups) {
            spawn_local(chat.look_for_backup());
        }
    };
    look();
    if let Ok(timer) = set_interval_with_handle(look, EVERY) {
        mount::at_the_end(move || timer.clear());
    }
}

/// Whether the data can be backed up. Data in memory cannot: it is only a part of what is stored.
fn is_stored(chat: Chat) -> bool {
    chat.storage.is_stored.get_untracked()
}

fn lock_of(chat: Chat) -> String {
    locks::backup(&chat.storage.name.get_value())
}

fn trouble_of(failure: Failure) -> BackupTrouble {
    match failure {
        Failure::NotAllowed => BackupTrouble::NotAllowed,
        Failure::Missing => BackupTrouble::FolderMissing,
        Failure::NoRoom => BackupTrouble::NoRoom,
        Failure::WrongPassphrase => BackupTrouble::NoPassphrase,
        Failure::Damaged => BackupTrouble::Failed(String::new()),
        Failure::Other(why) => BackupTrouble::Failed(why),
    }
}

/// Turns backups off. The folder stays known, and the names of the files in it: if the same folder is chosen again, they still
/// count among those that are kept.
fn turn_off(plan: &mut BackupPlan) {
    *plan = BackupPlan { keep: plan.keep, written: std::mem::take(&mut plan.written), ..BackupPlan::default() };
}

/// Whether one of the conversations was used since the last backup.
fn is_used_since(plan: &BackupPlan, conversations: &[Conversation], now: Timestamp) -> bool {
    let last = plan.last_at(now);
    conversations.iter().any(|one| Some(one.updated_at) > last)
}

impl Chat {
    /// Whether this page can make backups. Not in an element, where the surrounding page decides about files, and not in
    /// memory, where the page may go on at any time.
    pub fn can_back_up(self) -> bool {
        mount::is_page() && self.storage.is_stored.get()
    }

    /// Reads the plan and the folder.
    pub async fn read_backups(self) -> Result<(Backups, BackupPlan, Option<Folder>), BackupTrouble> {
        let name = self.storage.name.get_value();
        let files = Backups::open(&name).await.ok_or(BackupTrouble::Failed(shell().not_loaded.to_owned()))?;
        let plan = files.plan().await.map_err(trouble_of)?.map(|text| BackupPlan::from_text(&text)).unwrap_or_default();
        let folder = files.folder().await.map_err(trouble_of)?;
        let is_refused = match folder.as_ref().filter(|_| plan.is_on) {
            Some(folder) => folder.permission(false).await == Permission::Denied,
            None => false,
        };
        let state = backups();
        state.is_refused.set(is_refused);
        state.can_choose.set(files.can_choose());
        state.folder.set(folder.as_ref().map(Folder::name));
        state.plan.set(Some(plan.clone()));
        Ok((files, plan, folder))
    }

    /// Changes the stored plan. Other tabs may have changed it meanwhile, so it is read first.
    async fn change_plan(self, files: &Backups, change: impl FnOnce(&mut BackupPlan)) -> Result<(), BackupTrouble> {
        let (_, mut plan, _) = self.read_backups().await?;
        change(&mut plan);
        files.keep_plan(&plan.to_text()).await.map_err(trouble_of)?;
        browser::set_mark(BrowserMark::HasBackups, plan.is_on);
        backups().plan.set(Some(plan));
        Ok(())
    }

    /// Makes a backup, or shows the banner, if one is due.
    async fn look_for_backup(self) {
        let is_busy = untrack(|| self.is_busy() || transfer().is_busy());
        if is_busy || !is_stored(self) {
            return;
        }
        let Some(_lock) = locks::try_hold(&lock_of(self)).await else { return };
        // The next check tries again.
        let Ok((files, plan, folder)) = self.read_backups().await else { return };
        let now = self.storage.now();
        if !plan.is_due(now) || !self.has_changed_since(&plan) {
            // Another tab may have made one since the banner was shown.
            return backups().notice.set(None);
        }
        let Some(folder) = folder else {
            return self.show_notice(&plan, BackupNotice::Due);
        };
        let made = match folder.permission(false).await {
            Permission::Granted => self.make_backup(&files, Some(&folder)).await,
            Permission::Prompt | Permission::Denied => Err(BackupTrouble::NotAllowed),
        };
        match made {
            Ok(Ended::Made(made)) if made.lost > 0 => self.show_notice(&plan, BackupNotice::Incomplete(made.lost)),
            Ok(_) => {}
            Err(trouble) => {
                let _ = self.change_plan(&files, |plan| plan.failed(trouble.clone(), now.at)).await;
                self.show_notice(&plan, BackupNotice::Failed(trouble));
            }
        }
    }

    /// Whether something changed since the last backup. The mark is set from the moment when the page is idle, so what was sent
    /// before is noticed by its time. Before the first backup, everything is a change.
    fn has_changed_since(self, plan: &BackupPlan) -> bool {
        [BrowserMark::ChangedSinceBackup, BrowserMark::UnfinishedBackup].into_iter().any(browser::is_marked)
            || self.storage.conversations.with_untracked(|all| is_used_since(plan, all, self.storage.now().at))
    }

    fn show_notice(self, plan: &BackupPlan, notice: BackupNotice) {
        if !plan.is_quiet(self.storage.now().at) {
            backups().notice.set(Some(notice));
            self.panels.banners.set(true);
        }
    }

    /// Makes a backup now and says what became of it. Called in the handler of a click: the browser may ask for permission.
    pub async fn back_up_now(self) {
        if !is_stored(self) {
            return self.notices.trouble(shell().only_memory);
        }
        let made = async {
            let (files, plan, folder) = self.read_backups().await?;
            // Another tab may have turned backups off: then nothing goes into the folder.
            let folder = folder.filter(|_| plan.is_on);
            let is_allowed = match &folder {
                Some(folder) => folder.permission(true).await == Permission::Granted,
                None => true,
            };
            let Some(_lock) = locks::try_hold(&lock_of(self)).await else { return Ok(Ended::Busy) };
            let made = match is_allowed {
                true => self.make_backup(&files, folder.as_ref()).await,
                false => Err(BackupTrouble::NotAllowed),
            };
            if let Err(trouble) = &made {
                self.change_plan(&files, |plan| plan.failed(trouble.clone(), self.storage.now().at)).await?;
            }
            made
        };
        match made.await {
            Ok(Ended::Made(made)) => {
                backups().notice.set(None);
                let saved = fill(texts::backup().made, &[("size", &super::size(made.size))]);
                match made.lost {
                    0 => self.notices.say(saved),
                    lost => self.notices.trouble(format!("{saved} {}", texts::backup().incomplete.say(lost))),
                }
            }
            Ok(Ended::Stopped) => self.notices.say(exchange().not_exported),
            Ok(Ended::Busy) => self.notices.trouble(exchange().busy),
            Err(trouble) => self.report_backup(&trouble),
        }
    }

    fn report_backup(self, trouble: &BackupTrouble) {
        self.notices.trouble(untrack(|| backups().reason(trouble)));
    }

    /// Turns backups on, or changes how they are made. `picks`: the user chooses a folder first. Called in the handler of a
    /// click. Returns whether it was done.
    pub async fn set_up_backups(self, form: BackupForm, picks: bool) -> bool {
        match self.set_up(form, picks).await {
            Ok(Some(is_picked)) => {
                if is_picked {
                    self.back_up_now().await;
                }
                true
            }
            Ok(None) => false,
            Err(trouble) => {
                self.report_backup(&trouble);
                false
            }
        }
    }

    /// Returns whether the user chose a folder; `None` if they left the choice.
    async fn set_up(self, form: BackupForm, picks: bool) -> Result<Option<bool>, BackupTrouble> {
        let (files, _, before) = self.read_backups().await?;
        let is_picked = picks && files.can_choose();
        let mut is_other = false;
        if is_picked {
            let Some(folder) = files.choose(true).await.map_err(trouble_of)? else { return Ok(None) };
            is_other = match &before {
                Some(before) => !folder.is_same(before).await,
                None => true,
            };
            files.keep_folder(Some(&folder)).await.map_err(trouble_of)?;
        }
        if let Some(passphrase) = form.new_passphrase() {
            files.keep_passphrase(passphrase).await.map_err(trouble_of)?;
        }
        self.change_plan(&files, |plan| form.put_into(plan, is_other)).await?;
        backups().notice.set(None);
        Ok(Some(is_picked))
    }

    /// Turns backups off and forgets the passphrase. The files stay.
    pub async fn stop_backups(self) {
        let stopped = async {
            let (files, ..) = self.read_backups().await?;
            files.keep_passphrase(None).await.map_err(trouble_of)?;
            self.change_plan(&files, turn_off).await?;
            self.read_backups().await.map(drop)
        };
        if let Err(trouble) = stopped.await {
            self.report_backup(&trouble);
        }
        backups().notice.set(None);
    }

    /// Hides the banner for a day.
    pub async fn put_off_backup(self) {
        backups().notice.set(None);
        let now = self.storage.now().at;
        if let Ok((files, ..)) = self.read_backups().await {
            // If it cannot be stored, the banner only comes back sooner.
            let _ = self.change_plan(&files, |plan| plan.put_off(now)).await;
        }
    }
}

#[cfg(test)]
mod tests;
