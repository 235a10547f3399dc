//! The clock and the zones of a real browser.

use ricordo_browser::BrowserHost;
use ricordo_core::{host::Host, time::Timestamp};
use wasm_bindgen_test::wasm_bindgen_test;

const WINTER: Timestamp = Timestamp(1_767_225_600_000); // 2026-01-01 00:00 UTC
const SUMMER: Timestamp = Timestamp(1_782_864_000_000); // 2026-07-01 00:00 UTC
const BEFORE_1970: Timestamp = Timestamp(-315_619_200_000); // 1960-01-01 00:00 UTC

fn offsets(zone: &str) -> [Option<i32>; 2] {
    [WINTER, SUMMER].map(|at| BrowserHost.offset_minutes(zone, at))
}

#[wasm_bindgen_test]
fn a_zone_is_ahead_of_utc_by_what_its_wall_clock_shows_then() {
    assert_eq!(offsets("Europe/Kyiv"), [120, 180].map(Some));
    assert_eq!(offsets("Asia/Kathmandu"), [345; 2].map(Some));
    assert_eq!(offsets("America/St_Johns"), [-210, -150].map(Some));
    assert_eq!(offsets("UTC"), [0; 2].map(Some));
    // The second lookup uses the cached formatter.
    assert_eq!(offsets("Europe/Kyiv"), [120, 180].map(Some));
}

#[wasm_bindgen_test]
fn the_clock_changes_to_the_minute() {
    // 2026-03-29 01:00 UTC: from two hours ahead to three.
    let changed = 1_774_746_000_000;
    let found = [changed - 1, changed].map(|at| BrowserHost.offset_minutes("Europe/Kyiv", Timestamp(at)));
    assert_eq!(found, [120, 180].map(Some));
}

#[wasm_bindgen_test]
fn a_zone_that_does_not_exist_is_none() {
    for zone in ["Mars/Olympus", "", "Europe/Kyiv ", "🦔", "\0"] {
        assert_eq!(BrowserHost.offset_minutes(zone, WINTER), None, "{zone:?}");
    }
}

#[wasm_bindgen_test]
fn moments_before_1970_have_the_offset_of_their_time() {
    // Kyiv used Moscow time; Kathmandu was at +05:30 until 1986; before there were time zones, Kyiv used local mean
    // time.
    assert_eq!(BrowserHost.offset_minutes("Europe/Kyiv", BEFORE_1970), Some(180));
    assert_eq!(BrowserHost.offset_minutes("Asia/Kathmandu", BEFORE_1970), Some(330));
    assert_eq!(BrowserHost.offset_minutes("Europe/Kyiv", Timestamp(-3_000_000_000_000)), Some(122));
}

#[wasm_bindgen_test]
fn moments_beyond_every_calendar_do_no_harm() {
    for at in [i64::MIN, i64::MAX] {
        assert_eq!(BrowserHost.offset_minutes("UTC", Timestamp(at)), Some(0));
    }
}
