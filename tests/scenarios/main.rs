//! The scenarios, the documents and the recorded conversations in one binary, which is linked once. `tidy` is separate,
//! so that it can run alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod background_model;
mod background_requests;
mod bad_input;
mod branching;
mod clearing;
mod common;
mod compile;
mod compile_properties;
mod compression;
mod compression_properties;
mod consent;
mod conversations;
mod counts;
mod crafted_files;
mod damaged;
mod elsewhere;
mod erasing;
mod facts;
mod failing_work;
mod forgetting;
mod forking;
mod idle_work;
mod inspecting;
mod kept_parts;
mod key_words;
mod languages;
mod locales;
mod made_images;
mod marks;
mod meanwhile;
mod memories;
mod older_versions;
mod outline;
mod own_settings_in_maintenance;
mod people;
mod personas;
mod preset_sentences;
mod projects;
mod providers;
mod queue;
mod queue_properties;
mod recalling;
mod replies;
mod retried_tools;
mod settings;
mod several;
mod spending;
mod stands_for;
mod storage;
mod storage_reads;
mod summaries;
mod summaries_by_hand;
mod summaries_kept_here;
mod tasks;
mod temporary_exports;
mod titles;
mod tool_turns;
mod turns;
mod undone_elsewhere;
#[path = "documents/mod.rs"]
mod user_documents;
mod window;
mod without_model;

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../documents/mod.rs"]
mod documents;
