//! The formats of other programs: each converts its elements to conversations, memories and templates.

pub(crate) mod chatbox;
pub(crate) mod chatgpt;
pub(crate) mod claude;
pub(crate) mod jan;
pub(crate) mod librechat;
pub(crate) mod lobehub;
pub(crate) mod next_chat;
pub(crate) mod open_webui;
pub(crate) mod silly_tavern;
