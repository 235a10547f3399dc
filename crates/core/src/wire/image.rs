//! Images and files in a request: their bytes as text, or the note that stands in for them.

use crate::model::Attachment;
use base64::{Engine as _, engine::general_purpose::STANDARD};

/// The bytes in base64, as all protocols want them.
pub(super) fn base64(attachment: &Attachment) -> String {
    STANDARD.encode(&attachment.bytes)
}

/// What stands for an image whose bytes are not sent: the format alone, which is the same in every language.
pub(crate) fn image_note(media_type: &str) -> String {
    format!("[{media_type}]")
}

/// What stands for a file: no protocol takes them from here.
pub(crate) fn file_note(name: &str) -> String {
    format!("[{name}]")
}
