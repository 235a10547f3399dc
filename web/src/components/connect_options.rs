//! The ways to connect to a model: the first question of the welcome page and of the connection dialog.

use super::icon::Picture;
use crate::{state::ConnectVia, texts::welcome::welcome};

/// Picture of each way, the way, its test id on the welcome page, its name and what it is, in the order in which they are
/// offered.
pub fn connect_options() -> [(Picture, ConnectVia, &'static str, [&'static str; 2]); 4] {
    let texts = welcome();
    [
        (Picture::Chip, ConnectVia::InPage, "connect-option-in-page", [texts.in_page.name, texts.in_page.about]),
        (
            Picture::Server,
            ConnectVia::Computer,
            "connect-option-computer",
            [texts.on_this_computer.name, texts.on_this_computer.about],
        ),
        (Picture::Key, ConnectVia::Key, "connect-option-key", [texts.with_key.name, texts.with_key.about]),
        (
            Picture::Arrow,
            ConnectVia::Address,
            "connect-option-address",
            [texts.other_address.name, texts.other_address.about],
        ),
    ]
}
