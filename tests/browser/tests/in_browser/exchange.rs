//! A backup of IndexedDB, imported by the worker's code into another database: the same bytes, images as blobs. And a
//! file in the browser: built from parts, compressed, and parsed by the worker.

use crate::support::{damage, open, raw_dump, run};
use ricordo_browser::{
    exchange::{FileParts, FileReading},
    from_line,
};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    exchange::{End, FileWriter, Format, Refusal, to_line},
    record::{Blob, Kind, Record, RecordKey},
    session::{Gathered, ImportProgress, Scope, Session},
    store::Store,
    testing::{ManualHost, conformance::dump, sample},
    time::Timestamp,
    undo::Undo,
};
use ricordo_exchange::{Limits, Reader};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_line_of_every_kind_is_read_as_the_record_it_was_written_from() {
    let mut records = sample::of_every_kind_in_a_file();
    let blobs: Vec<Record> = [vec![0, 255, 10], Vec::new()].map(|bytes| blob(&records, bytes)).into();
    // An undo holds records with bytes deeper in it, and one may have none.
    let changes = blobs.iter().cloned().map(Change::Put).collect();
    records.push(Record::Undo(Undo { changes, ..sample::undo(1, 1) }));
    records.extend(blobs);
    for record in records {
        let line = to_line(record.clone()).unwrap();
        assert_eq!(from_line(&line), Some(record), "{line}");
    }
}

/// The sample of a blob with other bytes.
fn blob(records: &[Record], bytes: Vec<u8>) -> Record {
    let found = records.iter().find_map(|record| match record {
        Record::Blob(blob) => Some(blob.clone()),
        _ => None,
    });
    Record::Blob(Blob { bytes, ..found.expect("there is a sample of each kind") })
}

#[wasm_bindgen_test]
fn what_is_no_line_of_a_record_is_none() {
    let one = to_line(blob(&sample::of_every_kind_in_a_file(), vec![1])).unwrap();
    let no_base64 = one.replace("\"AQ==\"", "\"%\"");
    assert_ne!(no_base64, one);
    for line in ["", "{", "{}", "[]", "null", "7", r#"{"blob":null}"#, r#"{"unheard_of":{}}"#, &no_base64] {
        assert_eq!(from_line(line), None, "{line}");
    }
}

#[wasm_bindgen_test]
async fn a_backup_restores_the_same_bytes() {
    let from = Session::new(open("exchange-from").await, ManualHost::default());
    let mut changes: Vec<Change> = sample::of_every_kind_in_a_file().into_iter().map(Change::Add).collect();
    changes.extend(sample::stored(2, 1_200));
    from.store().apply(changes).await.unwrap();

    let mut writer = FileWriter::default();
    let mut file = writer.head(Timestamp(1));
    let cancel = Cancel::default();
    let gathering = from.export(Scope::Everything, &cancel, |gathered| file += &writer.records(gathered.records));
    gathering.await.unwrap();
    file += &writer.foot();

    let to = Session::new(open("exchange-to").await, ManualHost::default());
    let mut reader = Reader::new(Rc::new(file.into_bytes()), Limits::default());
    let mut import_progress = ImportProgress::default();
    loop {
        let step = reader.next();
        to.import_records(&mut import_progress, step.lines.iter().map(|line| from_line(line).unwrap()).collect()).await;
        if let Some(end) = step.end {
            assert_eq!(end, End::Whole);
            break;
        }
    }
    to.finish_import(&mut import_progress, true).await;
    assert_eq!((import_progress.imported.conversations, import_progress.imported.stopped), (2, None));
    assert_eq!(dump(to.store()).await, dump(from.store()).await);
    // Compares the raw databases, with the bytes of images outside of the rows.
    assert_eq!(raw_dump("exchange-to").await, raw_dump("exchange-from").await);
}

#[wasm_bindgen_test]
async fn a_row_that_cannot_be_read_keeps_nothing_else_out_of_a_backup() {
    let session = Session::new(open("damaged").await, ManualHost::default());
    let image = blob(&sample::of_every_kind_in_a_file(), vec![1, 2, 3]);
    let RecordKey::Blob(id) = image.key() else { panic!("it is an image") };
    let mut changes = [sample::stored(1, 450), sample::stored(2, 3)].concat();
    changes.push(Change::Add(image.clone()));
    session.store().apply(changes).await.unwrap();
    damage("damaged", sample::branch_id(1), id).await;
    assert!(session.store().records(Kind::Message).await.is_err(), "the row is damaged");
    assert!(session.store().record(image.key()).await.is_err(), "the image is lost");

    let mut records: Vec<Record> = Vec::new();
    let take = |gathered: Gathered| records.extend(gathered.records);
    let lost = session.export(Scope::Everything, &Cancel::default(), take).await.unwrap();
    assert_eq!(lost, 2);
    let messages = |seed: u32| {
        let is_of = |record: &&Record| matches!(record, Record::Message(one) if one.branch == sample::branch_id(seed));
        records.iter().filter(is_of).count()
    };
    assert_eq!((messages(1), messages(2)), (449, 3));
    assert!(records.iter().all(|record| record.kind() != Kind::Blob));
}

/// The records that the worker reads from a file, the format, and the outcome.
async fn read(content: impl Into<JsValue>) -> (Vec<Record>, Option<Format>, End) {
    let file = run("return new File([argument], 'any name');", content).await;
    let reading = FileReading::open(file.unchecked_ref()).await.unwrap();
    let mut records = Vec::new();
    loop {
        let step = reading.next().await.expect("the worker answers");
        assert!(step.read <= step.total);
        records.extend(step.lines.iter().map(|line| from_line(line).unwrap()));
        if let Some(end) = step.end {
            return (records, step.format, end);
        }
    }
}

#[wasm_bindgen_test]
async fn a_file_that_is_made_of_parts_and_packed_is_read_in_the_worker() {
    let records = || {
        sample::stored(1, 3_000).into_iter().map(|change| match change {
            Change::Add(record) => record,
            other => panic!("{other:?}"),
        })
    };
    for packed in [false, true] {
        let mut parts = FileParts::default();
        let mut writer = FileWriter::default();
        parts.push(&writer.head(Timestamp(1)));
        for record in records() {
            parts.push(&writer.records(vec![record]));
        }
        parts.push(&writer.foot());
        let file = parts.finish("application/json", packed).await.unwrap();
        assert_eq!(file.type_() == "application/gzip", packed);
        let (read, format, end) = read(file).await;
        assert_eq!((format, end), (Some(Format::Ricordo), End::Whole));
        assert!(read.into_iter().eq(records()));
    }
}

#[wasm_bindgen_test]
async fn the_worker_tells_what_is_wrong_with_a_file() {
    assert_eq!(read("Dear diary").await.2, End::Refused(Refusal::Unknown));
    assert_eq!(read("").await.2, End::Refused(Refusal::Empty));
    let newer = Refusal::NewerVersion { found: 99_999, known: ricordo_core::record::RECORD_VERSION };
    assert_eq!(read("{\"ricordo\":99999,\"records\":[]}").await.2, End::Refused(newer));
    assert_eq!(read("{\"ricordo\":3,\"records\":[").await.2, End::CutOff);
    let chat = include_str!("../../../../crates/exchange/tests/files/chatgpt.json");
    let (records, format, end) = read(chat).await;
    assert_eq!((format, end), (Some(Format::ChatGpt), End::Whole));
    let conversations = records.iter().filter(|record| matches!(record, Record::Conversation(_)));
    assert_eq!(conversations.count(), 4);
}
