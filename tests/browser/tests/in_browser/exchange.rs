//! A backup of IndexedDB, read again by what the worker runs, into another database: the same bytes, images as blobs.

use crate::support::{open, raw_dump};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    conversation::Conversation,
    exchange::{End, foot, from_line, head, to_line},
    record::Record,
    session::{Landing, Scope, Session},
    store::Store,
    testing::{ManualHost, conformance::dump, sample},
    time::Timestamp,
};
use ricordo_exchange::{Limits, Reader};
use std::rc::Rc;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn a_backup_restores_the_same_bytes() {
    let from = Session::new(open("exchange-from").await, ManualHost::default());
    let records = sample::of_every_kind().into_iter().map(|record| match record {
        // Those are in no file.
        Record::Conversation(one) => Record::Conversation(Conversation { temporary: false, ..one }),
        other => other,
    });
    let mut changes: Vec<Change> = records.map(Change::Add).collect();
    changes.extend(sample::stored(2, 1_200));
    from.store().apply(changes).await.unwrap();

    let mut lines = Vec::new();
    let cancel = Cancel::default();
    let gathering = from.export(Scope::Everything, &cancel, |gathered| {
        lines.extend(gathered.records.into_iter().map(|record| to_line(record).unwrap()));
    });
    gathering.await.unwrap();
    let file = format!("{}{}{}", head(Timestamp(1)), lines.join(",\n"), foot(lines.len() as u64));

    let to = Session::new(open("exchange-to").await, ManualHost::default());
    let mut reader = Reader::new(Rc::new(file.into_bytes()), Limits::default());
    let mut landing = Landing::default();
    loop {
        let step = reader.next();
        to.land(&mut landing, step.lines.iter().map(|line| from_line(line).unwrap()).collect()).await;
        if let Some(end) = step.end {
            assert_eq!(end, End::Whole);
            break;
        }
    }
    to.finish_landing(&mut landing, true).await;
    assert_eq!((landing.landed.conversations, landing.landed.stopped), (2, None));
    assert_eq!(dump(to.store()).await, dump(from.store()).await);
    // As they lie in the databases, bytes of images outside of the rows.
    assert_eq!(raw_dump("exchange-to").await, raw_dump("exchange-from").await);
}
