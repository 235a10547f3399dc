//! Tests of `ricordo-browser` in a real browser, one file per adapter under `tests/`. This library is empty.
