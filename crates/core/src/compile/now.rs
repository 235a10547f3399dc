//! The `now` layer: the date, and the time if it is wanted. Absent if the clock is inside the window.

use crate::labels::labels;
use crate::{
    message::Role,
    model::RequestMessage,
    settings::{Language, NowStyle},
    time::Now,
};

/// The clock as the model reads it; `None` for a moment outside the calendar, rather than a wrong date.
pub(super) fn now_layer(now: &Now, style: NowStyle, language: Language) -> Option<RequestMessage> {
    let wall = now.wall_clock()?;
    let labels = labels(language);
    let weekday = labels.weekdays[usize::from(wall.weekday)];
    let text = match style {
        NowStyle::InWindow => return None,
        NowStyle::Date => format!("{}: {weekday}, {}", labels.date, wall.date()),
        NowStyle::DateAndTime => {
            format!("{}: {weekday}, {} {} (UTC{})", labels.now, wall.date(), wall.time(), now.offset())
        }
    };
    Some(RequestMessage::text(Role::System, text))
}
