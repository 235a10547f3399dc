//! Icons: strokes on a 24 × 24 grid, in the colour of the surrounding text. No element has an icon as its only name.

use leptos::prelude::*;

/// Icon to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Conversation list.
    Menu,
    /// Edit: a pencil.
    Write,
    /// New conversation: a plus.
    Plus,
    /// Settings: sliders.
    Sliders,
    /// Help: a question mark.
    Question,
    /// Inspector: stacked layers.
    Layers,
    /// Open as a full page.
    Expand,
    /// Send: an upward arrow.
    Up,
    /// Scroll to the end, or download: a downward arrow.
    Down,
    /// Stop: a square.
    Square,
    /// Copy.
    Copy,
    /// Done: a check mark.
    Check,
    /// Close, or failed: a cross.
    Cross,
    /// Warning: a triangle.
    Warning,
    /// Retry or regenerate.
    Again,
    /// API key.
    Key,
    /// Opens a choice: a chevron.
    Chevron,
    /// Continue: a rightward arrow.
    Arrow,
    /// Model in this browser: a computer chip.
    Chip,
    /// Model server.
    Server,
    /// Delete: a bin.
    Bin,
    /// Memories: a knot in a thread.
    Thread,
    /// Pinned: a pin.
    Pin,
    /// Muted: a crossed-out eye.
    Hidden,
    /// Tool call: a wrench.
    Tool,
    /// Search: a magnifying glass.
    Search,
    /// Archive.
    Archive,
    /// Tag.
    Tag,
    /// Back: a leftward arrow.
    Back,
    /// More actions: three dots.
    More,
    /// Reply to a message.
    Reply,
    /// Fork a conversation.
    Fork,
    /// Previous: a chevron to the left.
    Left,
    /// Next: a chevron to the right.
    Right,
    /// Forget the messages above.
    Broom,
    /// Temporary conversation: a speech bubble with a broken outline.
    Temporary,
    /// Speaker: a person.
    Person,
    /// Project: a folder.
    Folder,
    /// Document: a page with a folded corner.
    Page,
    /// Attach files: a paper clip.
    Clip,
    /// Read aloud: a loudspeaker.
    Sound,
    /// A good reply: a thumb up.
    ThumbUp,
    /// A bad reply: a thumb down.
    ThumbDown,
    /// Select several: check marks before lines.
    Selection,
}

impl Picture {
    fn path(self) -> &'static str {
        match self {
            Self::ThumbUp => "M8 11v9H4v-9zl4-7.5a2 2 0 0 1 2 2V10h5l1 1-1.5 9H8",
            Self::ThumbDown => "M8 13V4H4v9zl4 7.5a2 2 0 0 0 2-2V14h5l1-1-1.5-9H8",
            Self::Menu => "M4 7h16M4 12h16M4 17h10",
            Self::Plus => "M12 5v14M5 12h14",
            Self::Write => "M12 20h8M16.5 4.5a2.1 2.1 0 0 1 3 3L8 19l-4 1 1-4z",
            Self::Sliders => "M4 8h9M19 8h1M4 16h1M11 16h9M16 5.5v5M8 13.5v5",
            Self::Question => {
                "M9.2 9a2.9 2.9 0 0 1 5.6.9c0 1.9-2.8 2.4-2.8 4.1M12 17.3v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z"
            }
            Self::Layers => "M12 4 3.5 8.5 12 13l8.5-4.5zM3.5 13 12 17.5 20.5 13",
            Self::Expand => "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
            Self::Up => "M12 19V5M6 11l6-6 6 6",
            Self::Down => "M12 5v14M6 13l6 6 6-6",
            Self::Square => {
                "M8.5 7h7A1.5 1.5 0 0 1 17 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 15.5v-7A1.5 1.5 0 0 1 8.5 7z"
            }
            Self::Copy => "M9 9h10v11H9zM15 9V4H5v11h4",
            Self::Check => "M5 12.5 10 17.5 19.5 7",
            Self::Cross => "M6 6l12 12M18 6 6 18",
            Self::Warning => "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.01",
            Self::Again => "M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.8 3.5v4h-4",
            Self::Key => "M14.5 14a5 5 0 1 0-4.5-4.5L3.5 16v4.5H8v-2.5h2.5v-2.5zM15.8 8.2v.01",
            Self::Chevron => "M7 10l5 5 5-5",
            Self::Arrow => "M5 12h14M13 6l6 6-6 6",
            Self::Chip => "M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5",
            Self::Bin => "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10 11v5M14 11v5",
            Self::Thread => {
                "M3 15.5c3 0 4.5-1.5 6-4s2.5-4.5 4.5-4.5a3 3 0 0 1 0 6c-3.5 0-4.5-6-8-6a2.6 2.6 0 0 0 0 5.2c5 0 7.5 3.3 15.5 3.3"
            }
            Self::Pin => "M9 4h6l-.8 6 3.3 3.5h-11L9.8 10zM12 13.5V20",
            Self::Hidden => {
                "M4 4l16 16M9.9 5.8A9.6 9.6 0 0 1 12 5.5c5.5 0 9 6.5 9 6.5a16 16 0 0 1-2.7 3.4M6.4 7.4A15.6 15.6 0 0 0 3 12s3.5 6.5 9 6.5a8.9 8.9 0 0 0 4.4-1.2"
            }
            Self::Tool => "M14.6 6.6a3.8 3.8 0 0 0-5 4.7L4 17l3 3 5.7-5.6a3.8 3.8 0 0 0 4.7-5L15 11.8l-2.5-.5-.5-2.5z",
            Self::Search => "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3 20 20",
            Self::Archive => "M4 5h16v4H4zM5.5 9v10h13V9M10 12.5h4",
            Self::Tag => "M4 4.5h7L20 13.5 13.5 20 4 11zM8 8.5v.01",
            Self::Back => "M19 12H5M11 6l-6 6 6 6",
            Self::More => "M5.5 12h.01M12 12h.01M18.5 12h.01",
            Self::Reply => "M9.5 6.5 4 12l5.5 5.5M4.5 12H14a6 6 0 0 1 6 6v.5",
            Self::Fork => "M6 4v16M6 14c0-4 12-2 12-7M6 6.5V4M15.5 7.5 18 5l2.5 2.5",
            Self::Left => "M14 6.5 8.5 12l5.5 5.5",
            Self::Right => "M10 6.5 15.5 12 10 17.5",
            Self::Broom => "M4 19.5h16M5 4.5h14M12 8v8M8.5 12.5 12 16l3.5-3.5",
            Self::Temporary => {
                "M4.6 9.5A7.6 7.6 0 0 1 7 6.1M10 4.7a9 9 0 0 1 4 0M17 6.1a7.6 7.6 0 0 1 2.4 3.4M19.4 13.5a7.6 7.6 0 0 1-2.4 3.2M14 18.2a9 9 0 0 1-4 0M6.9 16.8 4.5 19.5l.4-4.6"
            }
            Self::Person => "M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20c.6-3.8 3.6-6 7.5-6s6.9 2.2 7.5 6",
            Self::Folder => "M4 6h5.5l2 2.5H20V18.5H4z",
            Self::Page => "M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5V8.5h5M9 13h6.5M9 16.5h6.5",
            Self::Clip => {
                "M19.5 11.5 12 19a4.6 4.6 0 0 1-6.5-6.5L13.5 4.5a3.1 3.1 0 0 1 4.4 4.4L10 16.8a1.55 1.55 0 0 1-2.2-2.2L15 7.4"
            }
            Self::Sound => "M4 9.5v5h3.5l5 4v-13l-5 4zM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a7.8 7.8 0 0 1 0 11",
            Self::Selection => "M3.5 7l1.5 1.5L8 5.5M3.5 16.5 5 18l3-3M11.5 7H20M11.5 16.5H20",
            Self::Server => "M4 5h16v6H4zM4 13h16v6H4zM7.5 8v.01M7.5 16v.01",
        }
    }
}

/// SVG of an icon, hidden from assistive technology.
#[component]
pub fn Icon(picture: Picture) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=picture.path()></path>
        </svg>
    }
}
