//! Implementation of the core's `Host` with the browser's clock, time zones, random numbers and timers.

use crate::{global::global, zones};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Date, Math, Promise};
use ricordo_core::{
    error::Error,
    host::Host,
    model::ToolSpec,
    preset,
    settings::{Language, Settings},
    time::{Now, Timestamp},
    tools,
};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Crypto, MessageChannel};

/// The browser's clock, zones, random numbers and timers.
#[derive(Clone, Copy, Debug, Default)]
pub struct BrowserHost;

impl Host for BrowserHost {
    #[allow(clippy::cast_possible_truncation, reason = "milliseconds and minutes of a clock are whole and small")]
    fn now(&self) -> Now {
        let date = Date::new_0();
        // The browser gives the minutes from local time to UTC; ours are added to UTC.
        Now { at: Timestamp(date.get_time() as i64), offset_minutes: -(date.get_timezone_offset() as i32) }
    }

    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32> {
        zones::offset_minutes(zone, at)
    }

    fn random(&self) -> [u8; 10] {
        let mut bytes = [0; 10];
        let filled = global::<Crypto>("crypto").map(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
        if !matches!(filled, Some(Ok(_))) {
            // Every browser has `crypto`. Ids are not secrets: if it fails, they only have to be unique.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 256")]
            bytes.fill_with(|| (Math::random() * 256.0) as u8);
        }
        bytes
    }

    async fn sleep(&self, milliseconds: u32) {
        TimeoutFuture::new(milliseconds).await;
    }

    async fn pause(&self) {
        // A message is no timer, which browsers delay by a second in a tab that is not seen.
        let Ok(channel) = MessageChannel::new() else { return };
        let (here, there) = (channel.port1(), channel.port2());
        let arrived = Promise::new(&mut |resolve, _| here.set_onmessage(Some(&resolve)));
        if there.post_message(&JsValue::NULL).is_ok() {
            let _ = JsFuture::from(arrived).await;
        }
        // An open one would keep Node running.
        here.close();
    }

    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, Error> {
        Ok(preset::under(name, settings))
    }

    async fn tools_in(&self, language: Language, tools: Vec<ToolSpec>) -> Result<Vec<ToolSpec>, Error> {
        Ok(tools::in_language(tools, language))
    }
}
