//! What the core asks of its surroundings besides storage and a model: the time, random bytes, and a pause.

use crate::time::Now;

/// The surroundings of a [`crate::session::Session`]: a browser, a test, a program.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Host {
    /// The present moment.
    fn now(&self) -> Now;
    /// Ten bytes that nobody can guess, for ids.
    fn random(&self) -> [u8; 10];
    /// Waits for so many milliseconds.
    async fn sleep(&self, milliseconds: u32);
}

impl<H: Host> Host for &H {
    fn now(&self) -> Now {
        (**self).now()
    }
    fn random(&self) -> [u8; 10] {
        (**self).random()
    }
    async fn sleep(&self, milliseconds: u32) {
        (**self).sleep(milliseconds).await;
    }
}
