//! Keyed list that moves as few rows as possible. An element that leaves the document, even for a moment, loses the focus, the
//! selection and its scroll position, and a frame in it starts anew. `For` of Leptos takes all rows out and puts them back
//! when several are added before them.

use leptos::{
    prelude::*,
    tachys::{
        html::attribute::any_attribute::AnyAttribute,
        hydration::Cursor,
        no_attrs,
        reactive_graph::OwnedView,
        renderer::{
            Rndr,
            types::{Element, Node, Placeholder},
        },
        view::{Mountable, Position, PositionState, Render, RenderHtml},
    },
};

/// Shows a row for each item, like `For`.
#[component]
pub fn KeyedList<T, K, V>(
    /// The items. It is called again when a signal that it reads changes.
    each: impl Fn() -> Vec<T> + Send + 'static,
    /// Key of an item. A row stays as it was made while the items contain its key.
    key: impl Fn(&T) -> K + Send + 'static,
    /// Makes the row of an item.
    children: impl Fn(T) -> V + Send + 'static,
) -> impl IntoView
where
    T: 'static,
    K: PartialEq + Send + 'static,
    V: IntoView + 'static,
{
    keyed_list(each, key, move |_, item| children(item))
}

/// Like [`KeyedList`], for rows that need their index.
pub fn keyed_list<T, K, V>(
    each: impl Fn() -> Vec<T> + Send + 'static,
    key: impl Fn(&T) -> K + Send + 'static,
    row: impl Fn(ReadSignal<usize>, T) -> V + Send + 'static,
) -> impl IntoView
where
    T: 'static,
    K: PartialEq + Send + 'static,
    V: IntoView + 'static,
{
    // Rows belong to the owner of the list. The effect below cleans up its own owner each time it runs.
    let parent = Owner::current().unwrap_or_default();
    let make = move |at: usize, item: T| {
        let owner = parent.with(Owner::new);
        let (index, view) = owner.with(|| {
            let index = RwSignal::new(at);
            (index, row(index.read_only(), item).into_any())
        });
        NextRow::New(index, OwnedView::new_with_owner(view, owner))
    };
    let mut shown = Vec::new();
    move || {
        let items = each();
        let keys: Vec<K> = items.iter().map(&key).collect();
        let places = places(&shown, &keys);
        shown = keys;
        let next = |(at, (item, place)): (usize, (T, Option<usize>))| {
            place.map_or_else(|| untrack(|| make(at, item)), NextRow::Kept)
        };
        NextRows(items.into_iter().zip(places).enumerate().map(next).collect())
    }
}

/// A row of the list as it shall be.
enum NextRow {
    /// The row that was at this index.
    Kept(usize),
    /// A new row, with the signal of its index.
    New(RwSignal<usize>, OwnedView<AnyView>),
}

/// The list as it shall be.
struct NextRows(Vec<NextRow>);

/// A row that is shown. When it is dropped, what belongs to it is cleaned up.
struct ShownRow {
    index: RwSignal<usize>,
    view: <OwnedView<AnyView> as Render>::State,
}

/// The list as it is shown.
struct ShownRows {
    rows: Vec<ShownRow>,
    /// Comment behind the rows.
    end: Placeholder,
}

/// Index before of each key; `None` if it is new.
fn places<K: PartialEq>(before: &[K], now: &[K]) -> Vec<Option<usize>> {
    let mut is_taken = vec![false; before.len()];
    let mut next = 0;
    let place = |key: &K| {
        // Most rows follow the one before.
        let found = (next..before.len()).chain(0..next).find(|at| !is_taken[*at] && before[*at] == *key)?;
        is_taken[found] = true;
        next = found + 1;
        Some(found)
    };
    now.iter().map(place).collect()
}

/// Whether each row can stay where it is: as many as possible of those in the same order as before. `places` is what
/// [`places`] returns.
fn staying(places: &[Option<usize>]) -> Vec<bool> {
    // The longest increasing subsequence. `ends[n]` is the row that ends one of n + 1 rows, the one with the lowest place.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; places.len()];
    for (at, place) in places.iter().enumerate().filter(|(_, place)| place.is_some()) {
        let length = ends.partition_point(|end| places[*end] < *place);
        before[at] = length.checked_sub(1).map(|last| ends[last]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut stay = vec![false; places.len()];
    let mut last = ends.last().copied();
    while let Some(at) = last {
        stay[at] = true;
        last = before[at];
    }
    stay
}

impl Render for NextRows {
    type State = ShownRows;

    fn build(self) -> ShownRows {
        let mut shown = ShownRows { rows: Vec::new(), end: Rndr::create_placeholder() };
        self.rebuild(&mut shown);
        shown
    }

    fn rebuild(self, shown: &mut ShownRows) {
        let places = self.0.iter().map(|row| match row {
            NextRow::Kept(at) => Some(*at),
            NextRow::New(..) => None,
        });
        let stay = staying(&places.collect::<Vec<_>>());
        let mut before: Vec<_> = std::mem::take(&mut shown.rows).into_iter().map(Some).collect();
        let next = self.0.into_iter().map(|row| match row {
            NextRow::Kept(at) => (before.get_mut(at).and_then(Option::take), None),
            NextRow::New(index, view) => (None, Some((index, view))),
        });
        let next: Vec<_> = next.collect();
        before.iter_mut().flatten().for_each(|gone| gone.view.unmount());
        drop(before);
        let made = next
            .into_iter()
            .filter_map(|(kept, new)| kept.or_else(|| new.map(|(index, view)| ShownRow { index, view: view.build() })));
        shown.rows = made.collect();
        shown.insert(&stay);
    }
}

impl ShownRows {
    /// Inserts all rows but those that stay, each before the next one.
    fn insert(&mut self, stay: &[bool]) {
        // Rows of a list that is not in the page yet are put there by `mount`.
        let is_mounted = Rndr::get_parent(&self.end).is_some();
        for at in (0..self.rows.len()).rev() {
            let Some((row, below)) = self.rows[at..].split_first_mut() else { continue };
            let is_inserted =
                !is_mounted || stay[at] || below.iter().any(|next| next.view.insert_before_this(&mut row.view));
            if !is_inserted {
                self.end.insert_before_this(&mut row.view);
            }
            if row.index.try_get_untracked().is_some_and(|index| index != at) {
                row.index.set(at);
            }
        }
    }
}

impl Mountable for ShownRows {
    fn unmount(&mut self) {
        self.rows.iter_mut().for_each(|row| row.view.unmount());
        self.end.unmount();
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        self.rows.iter_mut().for_each(|row| row.view.mount(parent, marker));
        self.end.mount(parent, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.rows.iter().any(|row| row.view.insert_before_this(child)) || self.end.insert_before_this(child)
    }

    fn elements(&self) -> Vec<Element> {
        self.rows.iter().flat_map(|row| row.view.elements()).collect()
    }
}

no_attrs!(NextRows);

// What a view has to be able to do. The page is never rendered on a server, so that only `Render` is used.
impl RenderHtml for NextRows {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(self, _: &mut String, _: &mut Position, _: bool, _: bool, _: Vec<AnyAttribute>) {}

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> ShownRows {
        self.build()
    }

    fn into_owned(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows that are taken out and inserted again when these change to those.
    fn moved(before: &str, now: &str) -> String {
        let (before, now): (Vec<char>, Vec<char>) = (before.chars().collect(), now.chars().collect());
        let places = places(&before, &now);
        let stay = staying(&places);
        (0..now.len()).filter(|at| places[*at].is_some() && !stay[*at]).map(|at| now[at]).collect()
    }

    #[test]
    fn rows_in_the_same_order_stay_whatever_comes_and_goes_around_them() {
        for (before, now) in [
            ("", "abc"),
            ("abc", ""),
            ("abc", "abc"),
            ("abc", "xyzabc"),
            ("abcdef", "def"),
            ("abcdef", "wxyzabc"),
            ("abc", "aubvcw"),
            ("abcdef", "xbyezf"),
            ("abc", "xyz"),
        ] {
            assert_eq!(moved(before, now), "", "{before} to {now}");
        }
    }

    #[test]
    fn of_rows_in_another_order_as_few_as_possible_move() {
        for (before, now, rows) in [
            ("abcdef", "fabcde", "f"),
            ("abcdef", "bcdefa", "a"),
            ("abcdef", "abfcde", "f"),
            ("abcdef", "xfyabcde", "f"),
            ("abcdefgh", "efghabcd", "efgh"),
            ("abc", "cba", "cb"),
        ] {
            assert_eq!(moved(before, now).len(), rows.len(), "{before} to {now}: {}", moved(before, now));
        }
        assert_eq!(moved("abcdef", "fabcde"), "f");
    }

    #[test]
    fn each_row_is_kept_once_also_if_two_items_have_one_key() {
        assert_eq!(places(&['a', 'b'], &['b', 'b', 'a']), [Some(1), None, Some(0)]);
        assert_eq!(places(&['a', 'a'], &['a', 'a', 'a']), [Some(0), Some(1), None]);
        assert_eq!(places::<char>(&[], &[]), []);
    }
}
