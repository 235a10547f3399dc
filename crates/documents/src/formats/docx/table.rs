//! An open table of a DOCX.

use super::run::Shade;
use crate::{
    formats::grid::{Cell, Grid, Merge},
    xml,
};
use quick_xml::events::BytesStart;
use std::ops::Range;

#[derive(Default)]
pub(super) struct Table {
    grid: Grid,
    pub(super) cell: Option<String>,
    /// Columns that the open cell takes.
    columns: usize,
    merge: Option<Merge>,
    pub(super) header: Option<Range<usize>>,
    pub(super) shade: Option<Shade>,
    pub(super) cell_shade: Option<Shade>,
}

impl Table {
    pub(super) fn open_cell(&mut self) {
        (self.cell, self.cell_shade) = (Some(String::new()), self.shade);
        (self.columns, self.merge) = (1, None);
    }

    /// Takes note of a property of the open cell or row.
    pub(super) fn set(&mut self, name: &str, tag: &BytesStart<'_>) {
        let value = xml::attribute(tag, "val");
        let number = || value.as_deref().and_then(|value| value.parse::<usize>().ok()).unwrap_or(0);
        match name {
            "gridSpan" if self.cell.is_some() => self.columns = number().max(1),
            "vMerge" if self.cell.is_some() => {
                let is_first = value.as_deref() == Some("restart");
                self.merge = Some(if is_first { Merge::Begins } else { Merge::Continues });
            }
            "gridBefore" if self.cell.is_none() && number() > 0 => {
                self.grid.add_merged(Cell { text: String::new(), columns: number(), rows: 1, is_name: false }, None);
            }
            _ => {}
        }
    }

    pub(super) fn close_cell(&mut self) {
        if let Some(cell) = self.cell.take() {
            let text = cell.split_whitespace().collect::<Vec<_>>().join(" ");
            let cell = Cell { text, columns: self.columns, rows: 1, is_name: false };
            self.grid.add_merged(cell, self.merge.take());
        }
    }

    /// Ends the row; `None` if there is no text in it. The first row names the columns.
    pub(super) fn close_row(&mut self, left: &mut usize) -> Option<String> {
        self.grid.end_row(self.header.is_none(), left)
    }
}
