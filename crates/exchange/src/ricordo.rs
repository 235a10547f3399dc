//! Our own files: exports and backups. Each element is a record.

use crate::format::{Format, Out};
use ricordo_core::{
    exchange::{self, Refusal, Why, from_line},
    record::RECORD_VERSION,
    upgrade::upgraded,
};

#[derive(Default)]
pub(crate) struct Ricordo {
    /// Version of its records.
    version: u32,
}

impl Format for Ricordo {
    fn name(&self) -> exchange::Format {
        exchange::Format::Ricordo
    }

    fn field(&mut self, name: &str, json: &str) -> Result<(), Refusal> {
        if name != "ricordo" {
            return Ok(());
        }
        match json.parse::<u32>() {
            Ok(found) if found > RECORD_VERSION => Err(Refusal::NewerVersion { found, known: RECORD_VERSION }),
            Ok(found) => {
                self.version = found;
                Ok(())
            }
            Err(_) => Err(Refusal::Unknown),
        }
    }

    fn element(&mut self, number: u64, json: &str, out: &mut Out) -> bool {
        match from_line(json) {
            Ok(record) => out.record(upgraded(record, self.version)),
            Err(_) => out.skip(&format!("#{number}"), Why::Unreadable),
        }
        true
    }
}
