//! What the core asks of its surroundings besides storage and a model: the time, zones, random bytes, and a pause.

use crate::time::{Now, Timestamp};

/// The surroundings of a [`crate::session::Session`]: a browser, a test, a program.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Host {
    /// The present moment.
    fn now(&self) -> Now;
    /// Minutes to add to UTC for the wall clock of an IANA zone, such as `Europe/Kyiv`, at a moment. Range: ±1,560; what
    /// is left of a whole minute, as local mean times had before zones, is cut off. `None`: there is no such zone.
    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32>;
    /// Ten bytes that nobody can guess, for ids.
    fn random(&self) -> [u8; 10];
    /// Waits for so many milliseconds.
    async fn sleep(&self, milliseconds: u32);
}

impl<H: Host> Host for &H {
    fn now(&self) -> Now {
        (**self).now()
    }
    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32> {
        (**self).offset_minutes(zone, at)
    }
    fn random(&self) -> [u8; 10] {
        (**self).random()
    }
    async fn sleep(&self, milliseconds: u32) {
        (**self).sleep(milliseconds).await;
    }
}
