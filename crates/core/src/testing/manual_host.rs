//! A host with a manual clock, random bytes that count up, and time zones set by the test.

use crate::{
    error::Error,
    model::ToolSpec,
    preset,
    settings::{Language, Settings},
    tools,
};
use crate::{
    host::Host,
    time::{Now, Timestamp},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    future::poll_fn,
    mem,
    rc::Rc,
    task::{Poll, Waker},
};

/// A host under the control of a test. Clones share one clock.
#[derive(Clone, Debug)]
pub struct ManualHost {
    now: Rc<Cell<Now>>,
    counter: Rc<Cell<u64>>,
    sleepers: Rc<RefCell<Vec<Waker>>>,
    zones: Rc<RefCell<BTreeMap<String, i32>>>,
    pauses: Rc<Cell<u32>>,
}

impl Default for ManualHost {
    /// Starts on 2026-11-21 09:00 UTC, in a zone two hours ahead. The only named zone is UTC.
    fn default() -> Self {
        let now = Now { at: Timestamp(1_795_251_600_000), offset_minutes: 120 };
        let host = Self {
            now: Rc::new(Cell::new(now)),
            counter: Rc::default(),
            sleepers: Rc::default(),
            zones: Rc::default(),
            pauses: Rc::default(),
        };
        host.with_zone("UTC", 0)
    }
}

impl ManualHost {
    /// Adds a zone with a constant offset from UTC, in minutes.
    #[must_use]
    pub fn with_zone(self, name: &str, offset_minutes: i32) -> Self {
        self.zones.borrow_mut().insert(name.to_owned(), offset_minutes);
        self
    }

    /// How often something else could run: [`Host::pause`].
    pub fn pauses(&self) -> u32 {
        self.pauses.get()
    }

    /// Advances the clock and wakes sleepers. A negative number turns it back.
    pub fn advance(&self, milliseconds: i64) {
        let mut now = self.now.get();
        now.at.0 += milliseconds;
        self.now.set(now);
        self.sleepers.take().into_iter().for_each(Waker::wake);
    }
}

impl Host for ManualHost {
    fn now(&self) -> Now {
        self.now.get()
    }

    fn offset_minutes(&self, zone: &str, _at: Timestamp) -> Option<i32> {
        self.zones.borrow().get(zone).copied()
    }

    fn random(&self) -> [u8; 10] {
        self.counter.set(self.counter.get() + 1);
        let mut bytes = [0; 10];
        bytes[2..].copy_from_slice(&self.counter.get().to_be_bytes());
        bytes
    }

    async fn sleep(&self, milliseconds: u32) {
        let until = self.now.get().at.0 + i64::from(milliseconds);
        poll_fn(|context| {
            if self.now.get().at.0 >= until {
                return Poll::Ready(());
            }
            self.sleepers.borrow_mut().push(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    async fn pause(&self) {
        self.pauses.set(self.pauses.get() + 1);
        let mut has_waited = false;
        poll_fn(|context| {
            if mem::replace(&mut has_waited, true) {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
    }

    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, Error> {
        Ok(preset::under(name, settings))
    }

    async fn tools_in(&self, language: Language, tools: Vec<ToolSpec>) -> Result<Vec<ToolSpec>, Error> {
        Ok(tools::in_language(tools, language))
    }
}
