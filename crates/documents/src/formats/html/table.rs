//! A table of a page: rows of cells, or a layout that older pages draw with one.

use std::ops::Range;

/// An open table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Cells of the open row.
    row: Vec<String>,
    /// Text of the open cell.
    pub(super) cell: Option<String>,
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
    pub(super) fn open_cell(&mut self, is_value: bool) {
        self.has_values |= is_value;
        self.cell = Some(String::new());
    }

    pub(super) fn close_cell(&mut self) {
        if let Some(cell) = self.cell.take() {
            self.row.push(cell.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }

    /// Ends the row; `None` if there is no text in it.
    pub(super) fn close_row(&mut self) -> Option<Row> {
        self.close_cell();
        let row = std::mem::take(&mut self.row);
        let is_header = !std::mem::take(&mut self.has_values);
        let is_blank = row.iter().all(String::is_empty);
        (!is_blank).then(|| Row { text: row.join(" | "), is_header })
    }

    /// Turns the table into a layout. Returns the texts of the cells so far.
    pub(super) fn make_layout(&mut self) -> Vec<String> {
        self.close_cell();
        self.is_layout = true;
        std::mem::take(&mut self.row)
    }
}
