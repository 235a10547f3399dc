//! Files of other programs: finds the kind of each element in the table of `known`.

use crate::{
    format::{Format, Out},
    known::{KNOWN, Known, Read},
    nested::flat,
};
use ricordo_core::exchange::{self, Why};
use serde_json::Value;

/// A file of another program.
pub(crate) struct Foreign {
    program: exchange::Format,
    /// Elements that are read together.
    together: Vec<Value>,
    /// Their size as JSON.
    size: usize,
    read: Option<fn(Vec<Value>, &str, &mut Out)>,
    has_skipped: bool,
}

impl Default for Foreign {
    fn default() -> Self {
        Self { program: exchange::Format::ChatGpt, together: Vec::new(), size: 0, read: None, has_skipped: false }
    }
}

/// Maximum number of bytes of JSON in elements that are read together.
const LONGEST: usize = 96 << 20;

impl Format for Foreign {
    fn name(&self) -> exchange::Format {
        self.program
    }

    fn element(&mut self, number: u64, json: &str, out: &mut Out) -> bool {
        let unnamed = format!("#{number}");
        let Some(value) = serde_json::from_str::<Value>(json).ok().or_else(|| flat(json)) else {
            // A damaged conversation has one of these fields; without them, the text is of another kind.
            let is_known =
                ["\"mapping\"", "\"chat_messages\"", "\"childrenIds\""].iter().any(|field| json.contains(field));
            if is_known {
                out.skip(&unnamed, Why::Unreadable);
            } else {
                out.stranger(&unnamed);
            }
            return is_known;
        };
        let Some(Known { program, read, .. }) = KNOWN.iter().find(|known| (known.is)(&value)) else {
            let title = ["title", "name"].iter().find_map(|field| value[*field].as_str());
            out.stranger(title.map(str::trim).filter(|title| !title.is_empty()).unwrap_or(&unnamed));
            return false;
        };
        self.program = *program;
        match read {
            Read::Alone(read) => read(&value, &unnamed, out),
            Read::Together(read) => {
                self.read = Some(*read);
                self.size += json.len();
                if self.size <= LONGEST {
                    self.together.push(value);
                } else if !std::mem::replace(&mut self.has_skipped, true) {
                    out.skip(&unnamed, Why::TooLarge);
                }
            }
        }
        true
    }

    fn end(&mut self, out: &mut Out) {
        if let Some(read) = self.read.take() {
            let path = out.path.clone();
            read(std::mem::take(&mut self.together), &path, out);
        }
    }
}
