//! How long to wait after the model returned no vectors.

use std::time::Duration;

/// The first pause. Each further failure doubles it.
const FIRST: Duration = Duration::from_secs(60);
/// The longest pause of our own. A server may ask for a longer one.
const LONGEST: Duration = Duration::from_secs(3_600);

/// The pause after this many failures in a row; at least what the server asked for.
pub fn pause_after(failures: u32, retry_after_ms: Option<u64>) -> Duration {
    let doubled = 2_u32.saturating_pow(failures.saturating_sub(1)).saturating_mul(60);
    let own = Duration::from_secs(doubled.into()).clamp(FIRST, LONGEST);
    own.max(retry_after_ms.map(Duration::from_millis).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_doubles_up_to_an_hour() {
        let pauses = [0, 1, 2, 3, 7, 40, u32::MAX].map(|failures| pause_after(failures, None).as_secs());
        assert_eq!(pauses, [60, 60, 120, 240, 3_600, 3_600, 3_600]);
    }

    #[test]
    fn a_server_that_asks_for_a_longer_pause_gets_it_and_one_for_a_shorter_does_not() {
        assert_eq!(pause_after(1, Some(7_000_000)).as_secs(), 7_000);
        assert_eq!(pause_after(2, Some(1_000)).as_secs(), 120);
    }
}
