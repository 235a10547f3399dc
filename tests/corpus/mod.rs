//! Measurements over recorded conversations (`RICORDO_CORPUS`).

mod extracts;
mod folder;
mod prefix;
mod read;
