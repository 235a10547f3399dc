//! The table of formats. Our own files are recognized by their beginning, those of other programs element by element,
//! by their content.

use crate::{
    facts::pasted,
    format::Out,
    programs::{chatbox, chatgpt, claude, jan, librechat, lobehub, next_chat, open_webui, silly_tavern},
};
use ricordo_core::exchange;
use serde_json::Value;

/// How an element is read.
#[derive(Clone, Copy)]
pub(crate) enum Read {
    /// By itself. The text stands for it in the report if it has no title.
    Alone(fn(&Value, &str, &mut Out)),
    /// Together with the elements after it up to the end of the text: a file with one JSON value per line.
    Together(fn(Vec<Value>, &str, &mut Out)),
}

/// An element of the export of a program.
pub(crate) struct Known {
    pub(crate) program: exchange::Format,
    /// Whether an element is of this kind.
    pub(crate) is: fn(&Value) -> bool,
    pub(crate) read: Read,
}

/// The kinds of elements with their tests. The first that matches reads the element.
pub(crate) const KNOWN: &[Known] = &[
    Known {
        program: exchange::Format::ChatGpt,
        is: chatgpt::is_conversation,
        read: Read::Alone(chatgpt::conversation),
    },
    Known { program: exchange::Format::Claude, is: claude::is_conversation, read: Read::Alone(claude::conversation) },
    Known { program: exchange::Format::Claude, is: claude::is_design, read: Read::Alone(claude::design) },
    Known { program: exchange::Format::Claude, is: claude::is_project, read: Read::Alone(claude::project) },
    Known { program: exchange::Format::Claude, is: claude::is_memory, read: Read::Alone(claude::memory) },
    Known { program: exchange::Format::OpenWebUi, is: open_webui::is_chat, read: Read::Alone(open_webui::chat) },
    Known {
        program: exchange::Format::LibreChat,
        is: librechat::is_conversation,
        read: Read::Alone(librechat::conversation),
    },
    Known { program: exchange::Format::NextChat, is: next_chat::is_backup, read: Read::Alone(next_chat::backup) },
    Known { program: exchange::Format::Chatbox, is: chatbox::is_backup, read: Read::Alone(chatbox::backup) },
    Known { program: exchange::Format::LobeHub, is: lobehub::is_export, read: Read::Alone(lobehub::export) },
    Known {
        program: exchange::Format::SillyTavern,
        is: silly_tavern::is_chat_line,
        read: Read::Together(silly_tavern::chat),
    },
    Known {
        program: exchange::Format::SillyTavern,
        is: silly_tavern::is_character,
        read: Read::Alone(silly_tavern::character),
    },
    Known {
        program: exchange::Format::SillyTavern,
        is: silly_tavern::is_world,
        read: Read::Alone(silly_tavern::world),
    },
    Known { program: exchange::Format::Jan, is: jan::is_message, read: Read::Together(jan::thread) },
    Known { program: exchange::Format::Jan, is: jan::is_thread, read: Read::Alone(jan::head) },
    Known {
        program: exchange::Format::Ricordo,
        is: |value| value["pasted_memories"].is_string(),
        read: Read::Alone(pasted),
    },
    Known { program: exchange::Format::NextChat, is: next_chat::is_mask, read: Read::Alone(next_chat::mask) },
    Known { program: exchange::Format::LobeHub, is: lobehub::is_line, read: Read::Together(lobehub::lines) },
    Known { program: exchange::Format::NextChat, is: next_chat::is_chat, read: Read::Alone(next_chat::chat) },
];
