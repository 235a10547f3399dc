//! Archives whose names are in an old encoding, or the same.

use crate::support::{reading, text, zip};
use ricordo_documents::Reading;

/// An archive in which names are replaced by others of the same length.
fn renamed(files: &[(&str, &str)], names: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut bytes = zip(files);
    for (from, to) in names {
        assert_eq!(from.len(), to.len());
        let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
        assert_eq!(places.len(), 2, "in the file and in the list");
        places.into_iter().for_each(|at| bytes[at..at + to.len()].copy_from_slice(to));
    }
    bytes
}

fn paths(reading: &Reading) -> Vec<&str> {
    reading.chunks.iter().map(|(_, place)| place.path.as_deref().unwrap()).collect()
}

#[test]
fn cyrillic_names_of_windows_are_read() {
    let names: [(&[u8], &[u8]); 2] =
        [(b"AAAAAAA.txt", b"\x84\xAE\xA3\xAE\xA2\xAE\xE0.txt"), (b"BBBBBBB.txt", b"\x8C\xA0\xE0\xE8\xE0\xE3\xE2.txt")];
    let archive = renamed(&[("AAAAAAA.txt", "a contract"), ("BBBBBBB.txt", "a route")], &names);
    let found = reading("a.zip", &archive).unwrap();
    assert_eq!(paths(&found), ["Договор.txt", "Маршрут.txt"]);
    assert_eq!(text(&found), "a contract\n\na route");
}

#[test]
fn both_of_two_files_with_one_name_are_read() {
    let files = [("x/a.txt", "one"), ("x/a (2).txt", "other"), ("x/b.txt", "two"), ("x/c.txt", "three")];
    let names: [(&[u8], &[u8]); 2] = [(b"x/b.txt", b"x/a.txt"), (b"x/c.txt", b"x\\a.txt")];
    let found = reading("a.zip", &renamed(&files, &names)).unwrap();
    assert_eq!(paths(&found), ["a (2).txt", "a (3).txt", "a (4).txt", "a.txt"]);
    assert_eq!(text(&found), "other\n\ntwo\n\nthree\n\none");
    let names: [(&[u8], &[u8]); 1] = [(b".envb", b".enva")];
    let found = reading("a.zip", &renamed(&[(".enva", "one"), (".envb", "two")], &names)).unwrap();
    assert_eq!(paths(&found), [".enva", ".enva (2)"]);
}
