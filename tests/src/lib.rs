//! Whole-system tests of Ricordo, one file per concern:
//!
//! * `tidy.rs`: the invariants of ARCHITECTURE.md that a test can hold.
//! * `scenarios/`: scenarios of a user over the memory store and a scripted model, and invariants of compile. One
//!   binary with `documents/` and `corpus/`, so that it is linked once.
//! * `browser/`: the conformance suite on IndexedDB, in a headless browser (a separate crate).
//! * `e2e/`: the built page in a headless browser with real servers.
