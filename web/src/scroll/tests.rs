//! A list that is scrolled in any way, without a browser: what is in view is loaded after a few reads, and stays in place
//! meanwhile.

use super::position::{kept_row, rows_beyond};
use crate::list::{FetchRequest, HeightEstimate, Viewport, by_tokens, hold};
use proptest::prelude::*;
use std::ops::Range;

/// Messages that a read at an edge, and one of a jump or of the end, brings.
const STEP: usize = 20;
const PAGE: usize = 50;
/// Height of the view in pixels.
const VIEW: f64 = 700.0;

/// What the user does.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// Scrolls by this distance.
    Wheel(f64),
    /// Drags the thumb of the scrollbar to this share of its way.
    Drag(f64),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        3 => (-4_000.0..4_000.0f64).prop_map(Event::Wheel),
        1 => (0.0..=1.0f64).prop_map(Event::Drag),
        1 => prop_oneof![Just(Event::Drag(0.0)), Just(Event::Drag(1.0))],
    ];
    prop::collection::vec(event, 1..12)
}

/// The list of a conversation in a browser.
struct List {
    /// True height of each message.
    heights: Vec<f64>,
    loaded: Range<usize>,
    above: f64,
    below: f64,
    top: f64,
    estimates: HeightEstimate,
}

fn sequence(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl List {
    /// The list as it is when the conversation is opened: at its end.
    fn new(heights: Vec<f64>) -> Self {
        let end = heights.len();
        let estimates = HeightEstimate::new(0, sequence(end), 40.0);
        let mut list = Self { heights, loaded: end..end, above: 0.0, below: 0.0, top: 0.0, estimates };
        list.load(end.saturating_sub(PAGE)..end);
        list.go_to(list.ideal(), f64::INFINITY);
        list
    }

    fn block(&self) -> f64 {
        self.heights[self.loaded.clone()].iter().sum()
    }

    fn viewport(&self) -> Viewport {
        Viewport {
            top: self.top,
            height: VIEW,
            above: self.above,
            block: self.block(),
            below: self.below,
            has_older: self.loaded.start > 0,
            has_newer: self.loaded.end < self.heights.len(),
        }
    }

    /// Distance of each loaded row from the top of the view, and its height.
    fn places(&self) -> Vec<Option<(f64, f64)>> {
        let rows = self.heights[self.loaded.clone()].iter();
        let places = rows.scan(self.above - self.top, |next, height| {
            let top = *next;
            *next += height;
            Some(Some((top, *height)))
        });
        places.collect()
    }

    /// Where a message is on screen, if it is loaded.
    fn place_of(&self, at: usize) -> Option<f64> {
        let row = at.checked_sub(self.loaded.start)?;
        self.places().get(row).copied().flatten().map(|(top, _)| top)
    }

    fn load(&mut self, loaded: Range<usize>) {
        self.loaded = loaded;
        for at in self.loaded.clone() {
            self.estimates.measure(sequence(at), self.heights[at], by_tokens(40.0));
        }
    }

    fn ideal(&self) -> (f64, f64) {
        self.viewport().rooms(&self.estimates, sequence(self.loaded.start), sequence(self.loaded.end))
    }

    /// Sets the spacers, and scrolls as far as a browser does.
    fn go_to(&mut self, (above, below): (f64, f64), top: f64) {
        (self.above, self.below) = (above, below);
        self.top = top.min(above + self.block() + below - VIEW).max(0.0);
    }

    /// Reads at an edge: `by` is how far the rows in view move down in the column.
    fn extend(&mut self, loaded: Range<usize>, by: f64) {
        self.load(loaded);
        let (above, scrolled) = hold(self.above, self.loaded.start > 0, by);
        self.go_to((above, self.ideal().1), self.top + scrolled);
    }

    /// Does one read, if one is needed. Returns whether it was.
    fn read(&mut self) -> bool {
        let Range { start, end } = self.loaded.clone();
        let viewport = self.viewport();
        let fetch = viewport.fetch(&self.estimates, sequence(start), sequence(end));
        let (from, to) = viewport.kept();
        let far = rows_beyond(&self.places(), fetch, (from - self.top, to - self.top), |place| *place);
        let all = self.heights.len();
        match fetch {
            FetchRequest::Nothing => return false,
            FetchRequest::Older => {
                let first = start.saturating_sub(STEP);
                self.extend(first..end - far, self.heights[first..start].iter().sum());
            }
            FetchRequest::Newer => {
                let gone: f64 = self.heights[start..start + far].iter().sum();
                self.extend(start + far..(end + STEP).min(all), -gone);
            }
            FetchRequest::End => {
                self.load(all.saturating_sub(PAGE)..all);
                self.go_to(self.ideal(), f64::INFINITY);
            }
            FetchRequest::Seek(wanted, offset) => {
                let at = wanted as usize;
                self.load(at.saturating_sub(STEP)..(at + STEP).min(all));
                let inner: f64 = self.heights[self.loaded.start..at].iter().sum();
                let (ideal, below) = self.ideal();
                // The thumb stays where it was dragged.
                let above = self.top + offset - inner;
                let stays = above >= 0.0 && self.loaded.start > 0;
                let (above, top) = if stays { (above, self.top) } else { (ideal, ideal + inner - offset) };
                self.go_to((above, below), top);
            }
        }
        true
    }

    fn take(&mut self, event: Event) {
        let whole = self.above + self.block() + self.below;
        let top = match event {
            Event::Wheel(by) => self.top + by,
            Event::Drag(share) => share * (whole - VIEW),
        };
        self.go_to((self.above, self.below), top);
    }

    /// Whether nothing in view is an empty spacer.
    fn is_filled(&self) -> bool {
        let bottom = self.above + self.block();
        let above = self.loaded.start == 0 && self.above == 0.0 || self.top >= self.above - 1e-6;
        above && (self.loaded.end == self.heights.len() || self.top + VIEW <= bottom + 1e-6)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn wherever_the_user_scrolls_the_view_is_full_after_a_few_reads_and_stays_in_place_meanwhile(
        heights in prop::collection::vec(prop_oneof![9 => 20.0..400.0f64, 1 => 400.0..6_000.0f64], 1..400),
        events in events(),
    ) {
        let mut list = List::new(heights);
        for event in events {
            list.take(event);
            let mut reads = 0;
            loop {
                let first = kept_row(&list.places(), VIEW, |place| *place).map(|row| row + list.loaded.start);
                let is_jump = !list.is_filled();
                let before = first.and_then(|at| list.place_of(at));
                if !list.read() {
                    break;
                }
                reads += 1;
                prop_assert!(reads < 40, "it reads without an end after {event:?}");
                if let (Some(before), Some(after), false) = (before, first.and_then(|at| list.place_of(at)), is_jump) {
                    prop_assert!((before - after).abs() < 1e-3, "{before} became {after} after {event:?}");
                }
            }
            prop_assert!(list.is_filled(), "{event:?}: a spacer is in view");
        }
    }
}
