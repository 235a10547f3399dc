//! Groups the list of conversations: pinned ones first, then by last use. Pure.

use ricordo_core::{
    conversation::Conversation,
    id::ConversationId,
    search::Query,
    text::small_sort,
    time::{DAY_MS, MINUTE_MS, Now, Timestamp},
};

/// A group of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// Pinned to the top.
    Pinned,
    /// Used today.
    Today,
    /// Used yesterday.
    Yesterday,
    /// Used two to six days ago.
    Week,
    /// Used in this month, 1 to 12, of this year.
    Month(i32, u8),
}

/// Filter of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Words that the title or tags must contain.
    pub words: String,
    /// Tag that is required.
    pub tag: Option<String>,
    /// Whether to list the archive instead of the other conversations.
    pub archived: bool,
}

impl Wanted {
    /// Whether the list shows something else than all conversations that are not archived.
    pub fn is_filtered(&self) -> bool {
        !self.words.trim().is_empty() || self.tag.is_some() || self.archived
    }

    /// The matching conversations of `listed`, in its order.
    pub fn of<'a>(&'a self, listed: &'a [Conversation]) -> impl Iterator<Item = &'a Conversation> {
        let query = Query::new(&self.words);
        listed.iter().filter(move |one| {
            one.archived == self.archived
                && self.tag.as_ref().is_none_or(|tag| one.tags.contains(tag))
                && (query.is_empty() || query.matches(&format!("{} {}", one.title, one.tags.join(" "))))
        })
    }
}

/// Groups the first `most` conversations, and counts all. `found` must be ordered by last use, newest first.
pub fn grouped<'a>(
    found: impl Iterator<Item = &'a Conversation>,
    now: Now,
    most: usize,
) -> (Vec<(Span, Vec<ConversationId>)>, usize) {
    let mut found: Vec<(Span, ConversationId)> = found.map(|one| (span(one, now), one.id)).collect();
    // Stable: the others stay in the order of last use.
    small_sort::by_key(&mut found, |(span, _)| *span != Span::Pinned);
    let total = found.len();
    found.truncate(most);
    let groups = found.chunk_by(|(one, _), (next, _)| one == next);
    (groups.map(|group| (group[0].0, group.iter().map(|(_, id)| *id).collect())).collect(), total)
}

/// All tags of conversations that are not archived, most used first.
pub fn tags(listed: &[Conversation]) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for tag in listed.iter().filter(|one| !one.archived).flat_map(|one| &one.tags) {
        match counts.iter_mut().find(|(known, _)| known == tag) {
            Some((_, count)) => *count += 1,
            None => counts.push((tag.clone(), 1)),
        }
    }
    small_sort::by(&mut counts, |(one, count), (other, more)| more.cmp(count).then_with(|| one.cmp(other)));
    counts.into_iter().map(|(tag, _)| tag).collect()
}

fn span(conversation: &Conversation, now: Now) -> Span {
    let day = |Timestamp(at)| (at + i64::from(now.offset_minutes) * MINUTE_MS).div_euclid(DAY_MS);
    let used = Now { at: conversation.updated_at, ..now };
    match day(now.at) - day(used.at) {
        _ if conversation.pinned => Span::Pinned,
        ..=0 => Span::Today,
        1 => Span::Yesterday,
        2..=6 => Span::Week,
        _ => used.wall_clock().map_or(Span::Month(1970, 1), |wall| Span::Month(wall.year, wall.month)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation;

    fn used(days_ago: i64) -> Conversation {
        let at = Timestamp(20_779 * DAY_MS + DAY_MS / 2 - days_ago * DAY_MS);
        let number = u8::try_from(days_ago.unsigned_abs()).unwrap();
        Conversation {
            id: ConversationId::new(at, [number; 10]),
            ..conversation(number, &format!("Used {days_ago} days ago"), at)
        }
    }

    fn noon() -> Now {
        Now { at: used(0).updated_at, offset_minutes: 120 }
    }

    fn shown(listed: &[Conversation], wanted: &Wanted, most: usize) -> Vec<(Span, usize)> {
        grouped(wanted.of(listed), noon(), most).0.into_iter().map(|(span, ids)| (span, ids.len())).collect()
    }

    #[test]
    fn pinned_ones_come_first_and_the_others_by_their_last_use() {
        let mut listed: Vec<Conversation> = [0, 0, 1, 2, 6, 7, 22, 40].map(used).into();
        listed[6].pinned = true;
        let expected = [
            (Span::Pinned, 1),
            (Span::Today, 2),
            (Span::Yesterday, 1),
            (Span::Week, 2),
            (Span::Month(2026, 11), 1),
            (Span::Month(2026, 10), 1),
        ];
        assert_eq!(shown(&listed, &Wanted::default(), 100), expected);
        assert_eq!(shown(&listed, &Wanted::default(), 2), expected.map(|(span, _)| (span, 1))[..2]);
        assert_eq!(grouped(listed.iter(), noon(), 2).1, 8);
    }

    #[test]
    fn words_tags_and_the_archive_choose() {
        let mut listed: Vec<Conversation> = [0, 1, 2].map(used).into();
        listed[1].tags = vec!["Work".to_owned(), "Rome".to_owned()];
        listed[0].tags = vec!["Work".to_owned()];
        listed[2].archived = true;
        let count = |wanted: Wanted| wanted.of(&listed).count();
        assert_eq!(count(Wanted::default()), 2);
        assert_eq!(count(Wanted { words: "ROM".to_owned(), ..Wanted::default() }), 1);
        assert_eq!(count(Wanted { tag: Some("Work".to_owned()), ..Wanted::default() }), 2);
        assert_eq!(count(Wanted { archived: true, ..Wanted::default() }), 1);
        assert_eq!(tags(&listed), ["Work", "Rome"]);
    }

    #[test]
    fn a_conversation_from_a_clock_that_is_ahead_is_of_today() {
        assert_eq!(shown(&[used(-1), used(-200), used(0)], &Wanted::default(), 9), [(Span::Today, 3)]);
    }

    #[test]
    fn the_day_is_that_of_the_wall_clock() {
        let late = |hours: i64| Conversation { updated_at: Timestamp(hours * 3_600_000), ..used(0) };
        let spans = |offset_minutes| {
            // Half past midnight, in UTC, of the second day of the calendar.
            let now = Now { at: Timestamp(DAY_MS + 1_800_000), offset_minutes };
            [late(25), late(23)].map(|conversation| span(&conversation, now))
        };
        assert_eq!(spans(0), [Span::Today, Span::Yesterday]);
        assert_eq!(spans(-120), [Span::Today, Span::Today], "it is still the first day there");
        assert_eq!(spans(120), [Span::Today, Span::Today], "one hour earlier was after midnight there");
    }

    #[test]
    fn nothing_is_listed_where_nothing_is_wanted() {
        assert_eq!(grouped([].iter(), noon(), 10), (Vec::new(), 0));
        assert_eq!(grouped([used(0)].iter(), noon(), 0), (Vec::new(), 1), "no room, but it is counted");
        let wanted = |words: &str| Wanted { words: words.to_owned(), ..Wanted::default() };
        assert_eq!(grouped(wanted("no such title").of(&[used(0)]), noon(), 10).1, 0);
        assert_eq!(grouped(wanted(" \t").of(&[used(0)]), noon(), 10).1, 1, "white space is no filter");
    }

    #[test]
    fn titles_and_tags_are_found_in_any_script_and_case() {
        let titled =
            |title: &str, tag: &str| Conversation { title: title.to_owned(), tags: vec![tag.to_owned()], ..used(0) };
        let listed = [titled("Переїзд до Риму", "Дім"), titled("رحلة إلى روما", ""), titled("ROMA", "🦔")];
        let count = |words: &str| Wanted { words: words.to_owned(), ..Wanted::default() }.of(&listed).count();
        for (words, found) in [("РИМУ", 1), ("дім", 1), ("روما", 1), ("roma", 1), ("переїзд дім", 1), ("риму roma", 0)]
        {
            assert_eq!(count(words), found, "{words}");
        }
    }

    #[test]
    fn tags_of_the_archive_are_not_offered_and_equally_used_ones_are_in_order() {
        let tagged = |tags: &[&str], archived| {
            let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            Conversation { tags, archived, ..used(0) }
        };
        let listed = [tagged(&["b", "a"], false), tagged(&["c", "c2"], true), tagged(&["d", "a"], false)];
        assert_eq!(tags(&listed), ["a", "b", "d"]);
        assert!(tags(&[]).is_empty());
    }
}
