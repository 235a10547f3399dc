//! Lines of the outline. Only those near the view are in the page, each at its computed height.

use super::{
    FILTER, LINES,
    line::{LineView, id_of},
    reading::headings_begun,
};
use crate::{
    browser,
    chat::{Heights, Line, LineKey, Outline, beside, between, place, row_of, use_chat},
    components::keyed_list::KeyedList,
    floats::decimals,
    texts::outline::outline as texts,
};
use leptos::{ev::KeyboardEvent, html::Div, prelude::*};
use std::ops::Range;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, ResizeObserver};

/// Lines are drawn this far beyond the view, in pixels.
const AHEAD: f64 = 400.0;

/// Position of the view.
#[derive(Clone, Copy)]
struct View {
    outline: Outline,
    frame: NodeRef<Div>,
    lines: Memo<Vec<Line>>,
    /// Top and height of the visible part, in pixels.
    seen: RwSignal<(f64, f64)>,
    /// Line of the message, or of the heading in it, that is being read.
    current: Memo<Option<LineKey>>,
}

/// Lines of the outline.
#[component]
pub fn List(outline: Outline) -> impl IntoView {
    let chat = use_chat();
    let heights = RwSignal::new(Heights::of(16, 36));
    let lines = Memo::new(move |_| outline.lines(heights.get()));
    let begun = headings_begun(outline);
    let current = Memo::new(move |_| {
        let pressed = outline.pressed.get().filter(|_| chat.transcript.list.found.get().is_some());
        let seen = chat.transcript.list.seen.get();
        // Headings of the message that was read before say nothing about this one.
        let begun = begun.get().filter(|(of, _)| *of == seen).map_or(0, |(_, number)| number);
        pressed.or_else(|| outline.rows.with(|rows| row_of(rows, seen, begun)))
    });
    let view = View { outline, frame: NodeRef::new(), lines, seen: RwSignal::new((0.0, 0.0)), current };
    let probe = NodeRef::<Div>::new();
    view.frame.on_load(move |frame| view.watch(&frame));
    probe.on_load(move |probe| heights.set(measured(&probe)));
    view.keep_in_place();
    view.follow();
    view! {
        <div class="probe" aria-hidden="true" node_ref=probe></div>
        <p class="visually-hidden" role="status">{move || view.status()}</p>
        <div class="lines" id=LINES data-testid=LINES node_ref=view.frame
            on:scroll=move |_| view.scrolled() on:keydown=move |event| view.key(&event)>
            <Lines view/>
            {move || view.nothing().map(|why| view! { <p class="quiet" data-testid="outline-none">{why}</p> })}
        </div>
    }
}

/// Font size and smallest size of what can be pressed.
fn measured(probe: &Element) -> Heights {
    let size = probe.get_bounding_client_rect();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few pixels")]
    let pixels = |length: f64| length.round().max(1.0) as u32;
    Heights::of(pixels(size.width()), pixels(size.height()))
}

#[component]
fn Lines(view: View) -> impl IntoView {
    let View { outline, lines, seen, current, .. } = view;
    let reached = Memo::new(move |_| {
        let (chosen, current) = (outline.chosen.get(), current.get());
        lines.with(|lines| reached_by_tab(lines, chosen, current))
    });
    let shown = Memo::new(move |_| {
        let (top, height) = seen.get();
        lines.with(|lines| {
            let in_view = between(lines, top - AHEAD, top + height + AHEAD);
            let reached = reached.get().and_then(|key| place(lines, key));
            drawn(in_view, reached).map(|at| (at, lines[at])).collect::<Vec<_>>()
        })
    });
    let height = move || lines.with(|lines| lines.last().map_or(0, Line::end));
    view! {
        <ol aria-label=texts().title style:height=move || format!("{}px", height())>
            <KeyedList
                each=move || shown.get()
                key=|(_, line)| line.key
                children=move |(_, line)| view! { <LineView outline key=line.key shown lines current reached/> }
            />
        </ol>
    }
}

impl View {
    fn watch(self, frame: &Element) {
        let update = move || self.scrolled();
        let on_resize = Closure::<dyn FnMut()>::new(update);
        if let Ok(observer) = ResizeObserver::new(on_resize.as_ref().unchecked_ref()) {
            observer.observe(frame);
            let observer = StoredValue::new_local((observer, on_resize));
            on_cleanup(move || {
                let _ = observer.try_update_value(|(observer, _)| observer.disconnect());
            });
        }
        request_animation_frame(update);
    }

    fn scrolled(self) {
        let Some(frame) = self.frame.get_untracked() else { return };
        let now = (f64::from(frame.scroll_top()), f64::from(frame.client_height()));
        if self.seen.get_untracked() != now {
            self.seen.set(now);
        }
    }

    /// Keeps the first visible line in place when lines above it are added. At first, shows the current line.
    fn keep_in_place(self) {
        Effect::new(move |before: Option<Vec<Line>>| {
            let lines = self.lines.get();
            if let Some(before) = before.filter(|before| !before.is_empty()) {
                if let Some(top) = top_after(&before, &lines, self.seen.get_untracked()) {
                    self.scroll_to(top);
                }
            } else if let Some(at) = self.current.get_untracked().and_then(|key| place(&lines, key)) {
                // The list has its size in the next frame.
                let line = lines[at];
                request_animation_frame(move || self.show_in_middle(line));
            }
            lines
        });
    }

    /// Keeps the current line in view while the user scrolls the messages.
    fn follow(self) {
        Effect::new(move |before: Option<Option<LineKey>>| {
            let current = self.current.get();
            let is_new = before.is_some_and(|before| before != current);
            let has_focus = self.frame.get_untracked().is_some_and(|frame| browser::has_focus(&frame));
            if is_new
                && !has_focus
                && let Some(key) = current
            {
                let line = self.lines.with_untracked(|lines| place(lines, key).map(|at| lines[at]));
                let (top, height) = self.seen.get_untracked();
                let is_in_view = |line: &Line| f64::from(line.top) >= top && f64::from(line.end()) <= top + height;
                if let Some(line) = line.filter(|line| !is_in_view(line)) {
                    self.show_in_middle(line);
                }
            }
            current
        });
    }

    fn show_in_middle(self, line: Line) {
        let height = self.frame.get_untracked().map_or(0.0, |frame| f64::from(frame.client_height()));
        self.scroll_to(f64::from(line.top) - (height - f64::from(line.height)) / 2.0);
    }

    #[allow(clippy::cast_possible_truncation, reason = "a number of pixels")]
    fn scroll_to(self, top: f64) {
        if let Some(frame) = self.frame.get_untracked() {
            // The list must be as high as its lines before it is scrolled.
            if let Some(list) = frame.query_selector("ol").ok().flatten() {
                let height = self.lines.with_untracked(|lines| lines.last().map_or(0, Line::end));
                let style = list.unchecked_into::<web_sys::HtmlElement>().style();
                let _ = style.set_property("height", &format!("{}px", decimals(height.into())));
            }
            frame.set_scroll_top(top.round().max(0.0) as i32);
            self.scrolled();
        }
    }

    /// Moves the focus from line to line. Letters go to the filter.
    fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let name = event.key();
        let chosen = self.outline.chosen.get_untracked().or_else(|| self.current.get_untracked());
        let to = self.lines.with_untracked(|lines| moved(&name, lines, chosen.and_then(|key| place(lines, key))));
        if let Some(to) = to {
            event.prevent_default();
            match to {
                Some(at) => self.choose(at),
                None if name == "ArrowUp" => browser::focus_now(FILTER),
                None => {}
            }
        } else if name.chars().count() == 1 && name != " " {
            // The letter is typed where the focus is by then.
            browser::focus_now(FILTER);
        }
    }

    fn choose(self, at: usize) {
        let Some(line) = self.lines.with_untracked(|lines| lines.get(at).copied()) else { return };
        self.outline.chosen.set(Some(line.key));
        browser::focus_next_frame(id_of(line.key));
    }

    /// Why there are no lines.
    fn nothing(self) -> Option<&'static str> {
        let is_filtered = !self.outline.words.with(|words| words.trim().is_empty());
        nothing_because(self.lines.with(Vec::is_empty), is_filtered, self.outline.is_whole.get())
    }

    /// What is announced: how many rows the filter found.
    fn status(self) -> String {
        if self.outline.words.with(|words| words.trim().is_empty()) {
            return String::new();
        }
        texts().found.say(self.lines.with(Vec::len) as u64)
    }
}

/// The line that Tab reaches: the chosen one, or the current one, or the last.
fn reached_by_tab(lines: &[Line], chosen: Option<LineKey>, current: Option<LineKey>) -> Option<LineKey> {
    let is_there = |key: &LineKey| place(lines, *key).is_some();
    let last = || beside(lines, lines.len(), false).map(|at| lines[at].key);
    chosen.filter(is_there).or_else(|| current.filter(is_there)).or_else(last)
}

/// Indexes of the lines that are in the page: those near the view, and the one that Tab reaches, in their order.
fn drawn(in_view: Range<usize>, reached: Option<usize>) -> impl Iterator<Item = usize> {
    let before = reached.filter(|at| *at < in_view.start);
    let after = reached.filter(|at| *at >= in_view.end);
    before.into_iter().chain(in_view).chain(after)
}

/// Where the list is scrolled to after its lines changed; `None` if it stays. `top` and `height`: of what was visible.
fn top_after(before: &[Line], lines: &[Line], (top, height): (f64, f64)) -> Option<f64> {
    let end = |lines: &[Line]| f64::from(lines.last().map_or(0, Line::end));
    if top > 0.0 && top + height >= end(before) - 2.0 && end(lines) > end(before) {
        // New turns come into view.
        return Some(end(lines) - height + f64::from(lines.last()?.height));
    }
    // The first visible line stays where it is.
    let anchor = between(before, top, top + 1.0).find(|at| before[*at].key.leads())?;
    let now = place(lines, before[anchor].key)?;
    let moved = f64::from(lines[now].top) - f64::from(before[anchor].top);
    (moved != 0.0).then_some(top + moved)
}

/// The line to which a key leads, if there is one; `None` for another key. `at`: the line with the focus.
fn moved(key: &str, lines: &[Line], at: Option<usize>) -> Option<Option<usize>> {
    match key {
        "ArrowDown" => Some(at.map_or(beside_start(lines), |at| beside(lines, at, true))),
        "ArrowUp" => Some(at.and_then(|at| beside(lines, at, false))),
        "Home" => Some(beside_start(lines)),
        "End" => Some(beside(lines, lines.len(), false)),
        _ => None,
    }
}

/// Index of the first line that leads somewhere.
fn beside_start(lines: &[Line]) -> Option<usize> {
    (0..lines.len()).find(|at| lines[*at].key.leads())
}

/// What is said where there are no lines. Nothing while they are being read.
fn nothing_because(is_empty: bool, is_filtered: bool, is_whole: bool) -> Option<&'static str> {
    match (is_empty, is_filtered, is_whole) {
        (false, ..) => None,
        (true, true, _) => Some(texts().nothing),
        (true, false, true) => Some(texts().empty),
        (true, false, false) => None,
    }
}

#[cfg(test)]
mod tests;
