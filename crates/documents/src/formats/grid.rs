//! Rows of a table in which cells take several columns or rows: each value stays under the name of its column.

use std::collections::BTreeMap;

/// Most columns of a table.
const MOST_COLUMNS: usize = 1000;
/// How many times the size of a file may be written for cells that take several columns or rows.
pub(crate) const REPEATED: usize = 2;
/// Longest text that is written once for each column, in bytes. A longer one is written once, and empty cells follow.
const LONGEST_REPEATED: usize = 40;
/// Longest text that is written again in the rows below, in bytes.
const LONGEST_CARRIED: usize = 200;
/// What is written between two cells.
const BETWEEN: &str = " | ";

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Columns that it takes.
    pub(crate) columns: usize,
    /// Rows that it takes.
    pub(crate) rows: usize,
    /// Whether it is a name of columns.
    pub(crate) is_name: bool,
}

/// How a cell of Word is merged with the one above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merge {
    /// Cells below may belong to it.
    Begins,
    /// It belongs to the cell above.
    Continues,
}

/// The open row of a table, and what of earlier rows is beside it.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    row: Vec<Placed>,
    /// Number of columns of the open row.
    columns: usize,
    /// Number of the open row.
    number: usize,
    /// Cells of earlier rows by their first column, with the last row that they take.
    carried: BTreeMap<usize, (Cell, usize)>,
    /// Those of the open row that go on in the next ones.
    next: Vec<(usize, Cell)>,
}

#[derive(Debug)]
struct Placed {
    cell: Cell,
    is_own: bool,
}

impl Grid {
    /// Adds a cell behind those before it, and behind those that come down from earlier rows.
    pub(crate) fn add(&mut self, cell: Cell) {
        while let Some(cell) = self.above() {
            self.place(Placed { cell, is_own: false });
        }
        if cell.rows > 1 && self.columns < MOST_COLUMNS {
            self.next.push((self.columns, self.limited(carried(&cell))));
        }
        self.place(Placed { cell, is_own: true });
    }

    /// Adds a cell of Word, whose rows have a cell for each that comes down.
    pub(crate) fn add_merged(&mut self, cell: Cell, merge: Option<Merge>) {
        let above = self.above().filter(|_| merge == Some(Merge::Continues) && cell.text.is_empty());
        let is_own = above.is_none();
        let cell = Cell { columns: cell.columns, rows: 2, ..above.unwrap_or(cell) };
        if merge.is_some() && self.columns < MOST_COLUMNS {
            self.next.push((self.columns, self.limited(carried(&cell))));
        }
        self.place(Placed { cell, is_own });
    }

    /// What comes down from earlier rows at the next column.
    fn above(&self) -> Option<Cell> {
        self.carried.get(&self.columns).filter(|(_, last)| *last >= self.number).map(|(cell, _)| cell.clone())
    }

    fn place(&mut self, placed: Placed) {
        let cell = self.limited(placed.cell);
        self.columns += cell.columns;
        self.row.push(Placed { cell, ..placed });
    }

    /// A cell that does not go beyond the last column.
    fn limited(&self, cell: Cell) -> Cell {
        let columns = cell.columns.clamp(1, MOST_COLUMNS.saturating_sub(self.columns).max(1));
        Cell { columns, ..cell }
    }

    /// Ends the row. `left` is how many bytes more than the text of its cells may still be written. `None`: no text is in it.
    pub(crate) fn end_row(&mut self, is_header: bool, left: &mut usize) -> Option<String> {
        let row = std::mem::take(&mut self.row);
        let is_blank = row.iter().all(|placed| !placed.is_own || placed.cell.text.is_empty());
        let row = if is_blank { row } else { self.with_last(row) };
        // A row without text costs as much.
        let again: usize = row.iter().filter(|placed| !placed.is_own).map(|placed| cost(&placed.cell.text)).sum();
        let is_paid = pay(left, again);
        let text = (!is_blank).then(|| joined(&row, is_header, left));
        for (column, cell) in self.next.drain(..) {
            let last = self.number.saturating_add(cell.rows - 1);
            self.carried.insert(column, (cell, last));
        }
        if !is_paid {
            self.carried.clear();
        }
        self.columns = 0;
        self.number += 1;
        text
    }

    /// The row with what comes down behind its own cells.
    fn with_last(&mut self, mut row: Vec<Placed>) -> Vec<Placed> {
        self.carried.retain(|_, (_, last)| *last >= self.number);
        for (at, (cell, _)) in self.carried.range(self.columns..) {
            let columns = at.saturating_sub(self.columns);
            if columns > 0 {
                let gap = Cell { text: String::new(), columns, rows: 1, is_name: false };
                row.push(Placed { cell: gap, is_own: false });
            }
            self.columns = at + cell.columns;
            row.push(Placed { cell: cell.clone(), is_own: false });
        }
        row
    }

    /// Ends a group of rows, out of which no cell goes.
    pub(crate) fn end_group(&mut self) {
        self.carried.clear();
        self.next.clear();
    }

    /// The texts of the cells of the open row.
    pub(crate) fn take_texts(&mut self) -> Vec<String> {
        self.columns = 0;
        let row = std::mem::take(&mut self.row).into_iter();
        row.filter(|placed| placed.is_own).map(|placed| placed.cell.text).collect()
    }
}

/// What of a cell is written in the rows below.
fn carried(cell: &Cell) -> Cell {
    let text = if cell.text.len() <= LONGEST_CARRIED { cell.text.as_str() } else { "" };
    Cell { text: text.to_owned(), ..*cell }
}

/// Bytes that a text takes in a row.
fn cost(text: &str) -> usize {
    text.len() + BETWEEN.len()
}

/// Whether so many bytes may still be written.
fn pay(left: &mut usize, bytes: usize) -> bool {
    left.checked_sub(bytes).map(|rest| *left = rest).is_some()
}

fn joined(row: &[Placed], is_header: bool, left: &mut usize) -> String {
    if let [only] = row {
        return only.cell.text.clone();
    }
    let mut texts: Vec<&str> = Vec::with_capacity(row.len());
    for Placed { cell, .. } in row {
        let text = cell.text.as_str();
        texts.push(text);
        let is_repeated = is_header || cell.is_name || text.len() <= LONGEST_REPEATED;
        let again = if is_repeated { text } else { "" };
        let more = cell.columns - 1;
        if more > 0 && pay(left, more * cost(again)) {
            texts.extend(std::iter::repeat_n(again, more));
        }
    }
    texts.join(BETWEEN)
}
