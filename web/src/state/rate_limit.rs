//! When a request is sent again whose server limits the rate.

use ricordo_core::error::{ModelError, ModelErrorKind};
use std::time::Duration;

/// Longest automatic wait, in milliseconds. For a longer one the user decides when to retry.
const LONGEST: u64 = 120_000;

const SECOND: Duration = Duration::from_secs(1);

/// How long to wait before a request is sent again, in milliseconds; `None` if it is not.
pub fn wait_after(error: &ModelError) -> Option<u64> {
    let is_limited = error.kind == ModelErrorKind::RateLimited;
    error.retry_after_ms.filter(|wait| is_limited && *wait <= LONGEST)
}

/// Seconds to show while `left` milliseconds are left, and the pause until the next count; `None` if none is left.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds, and above none")]
pub fn countdown(left: f64) -> Option<(u64, Duration)> {
    (left > 0.0).then(|| ((left / 1000.0).ceil() as u64, SECOND.min(Duration::from_millis(left.ceil() as u64))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rate_limit_with_a_short_wait_is_retried_by_itself() {
        use ModelErrorKind::{RateLimited, ServerError, Unreachable};
        for (kind, named, wait) in [
            (RateLimited, Some(3_000), Some(3_000)),
            (RateLimited, Some(0), Some(0)),
            (RateLimited, Some(LONGEST), Some(LONGEST)),
            (RateLimited, Some(LONGEST + 1), None),
            (RateLimited, Some(u64::MAX), None),
            (RateLimited, None, None),
            (ServerError, Some(3_000), None),
            (Unreachable, Some(3_000), None),
        ] {
            let error = ModelError { retry_after_ms: named, ..ModelError::new(kind, "") };
            assert_eq!(wait_after(&error), wait, "{error:?}");
        }
    }

    #[test]
    fn the_countdown_never_says_zero_and_counts_once_a_second() {
        let ms = Duration::from_millis;
        for (left, seconds, pause) in [
            (3_000.0, 3, ms(1_000)),
            (2_000.4, 3, ms(1_000)),
            (1_000.0, 1, ms(1_000)),
            (999.2, 1, ms(1_000)),
            (0.4, 1, ms(1)),
            (120_000.0, 120, ms(1_000)),
        ] {
            assert_eq!(countdown(left), Some((seconds, pause)), "{left}");
        }
        for over in [0.0, -0.5, -1e9, f64::NAN] {
            assert_eq!(countdown(over), None, "{over}");
        }
    }
}
