//! A table of a page: rows of cells, or a layout that older pages draw with one.

use super::markup::Tag;
use crate::formats::grid::{Cell, Grid};
use std::ops::Range;

/// Rows that a cell may take, as browsers limit them.
const MOST_ROWS: usize = 65_534;

/// An open table.
#[derive(Debug, Default)]
pub(super) struct Table {
    grid: Grid,
    /// Text of the open cell.
    pub(super) cell: Option<String>,
    /// Columns and rows of the open cell, and whether it is a name.
    shape: (usize, usize, bool),
    has_values: bool,
    /// The row with the names of the columns.
    pub(super) header: Option<Range<usize>>,
    /// Whether it holds blocks such as headings, and so its cells are no cells.
    pub(super) is_layout: bool,
}

/// A row that has ended.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) text: String,
    /// Whether all of its cells are names of columns.
    pub(super) is_header: bool,
}

impl Table {
    pub(super) fn open_cell(&mut self, tag: &Tag) {
        let is_value = tag.name == "td";
        let number = |name| tag.attribute(name).and_then(|number| number.trim().parse::<usize>().ok());
        // 0 rows are all that follow.
        let rows = number("rowspan").map_or(1, |rows| if rows == 0 { MOST_ROWS } else { rows.min(MOST_ROWS) });
        self.shape = (number("colspan").unwrap_or(1), rows, !is_value);
        self.has_values |= is_value;
        self.cell = Some(String::new());
    }

    pub(super) fn close_cell(&mut self) {
        if let Some(cell) = self.cell.take() {
            let (columns, rows, is_name) = self.shape;
            let text = cell.split_whitespace().collect::<Vec<_>>().join(" ");
            self.grid.add(Cell { text, columns, rows, is_name });
        }
    }

    /// Ends the row; `None` if there is no text in it.
    pub(super) fn close_row(&mut self, left: &mut usize) -> Option<Row> {
        self.close_cell();
        let is_header = !std::mem::take(&mut self.has_values);
        self.grid.end_row(is_header, left).map(|text| Row { text, is_header })
    }

    /// Ends `<thead>` and the like.
    pub(super) fn end_group(&mut self) {
        self.grid.end_group();
    }

    /// Turns the table into a layout. Returns the texts of the cells so far.
    pub(super) fn make_layout(&mut self) -> Vec<String> {
        self.close_cell();
        self.is_layout = true;
        self.grid.take_texts()
    }
}
