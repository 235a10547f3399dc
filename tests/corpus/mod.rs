//! What is measured over recorded conversations (`RICORDO_CORPUS`).

mod extracts;
mod prefix;
mod read;
