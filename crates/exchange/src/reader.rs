//! Reads a file step by step, from its first bytes to its outcome.

use crate::{
    archive::{Archive, Asset, is_picture},
    beginning::recognise,
    elements::{Elements, Piece, Shape},
    file::File,
    format::{Format, Out},
    picture::{address, character},
    unpack::{self, Limits, Packed, Packing, is_bomb},
};
use ricordo_core::exchange::{self, End, Refusal, Step, Why};
use std::{
    cell::Cell,
    collections::VecDeque,
    io::{self, Read},
    rc::Rc,
};

/// A step returns about `LINES` bytes of lines and reads at most `READ` bytes of JSON.
const LINES: usize = 256 << 10;
const READ: usize = 4 << 20;
const BUFFER: usize = 1 << 16;

/// After this many elements without one of the expected format, the file is refused as another format.
const STRANGERS: u64 = 200;

/// Reads a file. Call [`Reader::next`] until it returns the outcome.
pub struct Reader {
    file: File,
    limits: Limits,
    out: Out,
    state: State,
    format: Option<exchange::Format>,
    /// Compressed bytes read so far.
    read: Rc<Cell<u64>>,
    total: u64,
    unpacked: Rc<Cell<u64>>,
    /// Number of elements that were of their format, and of all.
    known: u64,
    elements: u64,
    /// Remaining texts of an archive.
    texts: VecDeque<Asset>,
    /// Whether a text of the archive is damaged. The report names it.
    is_damaged: bool,
    /// Whether the last conversation that was read may lack its end.
    ends_cut: bool,
    buffer: Vec<u8>,
}

enum State {
    Start,
    Text(Box<Text>),
    /// Everything was read; some output may remain.
    Ended(End),
}

/// A JSON text that is being read.
struct Text {
    input: Box<dyn Read>,
    finder: Elements,
    format: Box<dyn Format>,
    pieces: VecDeque<Piece>,
    /// Bytes read ahead to recognize the format.
    ahead: Vec<u8>,
    is_read: bool,
    /// Number of its elements that were of a known kind, and of all.
    known: u64,
    elements: u64,
}

impl Reader {
    /// Creates the reader of a file.
    pub fn new(file: Rc<dyn crate::Bytes>, limits: Limits) -> Self {
        let mut out = Out::default();
        out.path = file.name();
        Self {
            total: file.size(),
            out,
            file,
            limits,
            state: State::Start,
            format: None,
            read: Rc::default(),
            unpacked: Rc::default(),
            known: 0,
            elements: 0,
            texts: VecDeque::new(),
            is_damaged: false,
            ends_cut: false,
            buffer: vec![0; BUFFER],
        }
    }

    /// Reads on. The last step carries the outcome.
    #[allow(
        clippy::should_implement_trait,
        reason = "it has a last item that is told apart, and is called from JavaScript"
    )]
    pub fn next(&mut self) -> Step {
        let mut step = Step::default();
        let (mut size, mut budget) = (0, READ);
        while size < LINES {
            if let Some(line) = self.out.take() {
                size += line.len();
                step.lines.push(line);
                continue;
            }
            if let State::Ended(end) = &self.state {
                step.end = Some(end.clone());
                break;
            }
            if budget == 0 {
                break;
            }
            match self.advance() {
                Ok(read) => budget = budget.saturating_sub(read),
                Err(end) => self.state = State::Ended(end),
            }
        }
        step.skipped = std::mem::take(&mut self.out.skipped);
        (step.read, step.total, step.format) = (self.read.get().min(self.total), self.total, self.format);
        step
    }

    /// Reads a little further. Returns the number of JSON bytes read, or the outcome.
    fn advance(&mut self) -> Result<usize, End> {
        match &mut self.state {
            State::Start => {
                let text = self.start().map_err(End::Refused)?;
                self.state = State::Text(Box::new(text));
                Ok(0)
            }
            State::Ended(end) => Err(end.clone()),
            State::Text(text) => {
                if let Some(piece) = text.pieces.pop_front() {
                    let (known, elements) = (text.known, text.elements);
                    take(piece, text, self.elements, &mut self.out).map_err(End::Refused)?;
                    if text.known > known {
                        self.ends_cut = false;
                    }
                    self.known += text.known - known;
                    self.elements += text.elements - elements;
                    if text.known > 0 {
                        self.format = Some(text.format.name());
                        self.out.settle_strangers(true);
                    }
                    let are_strangers = text.known == 0 && text.elements >= STRANGERS;
                    return match self.out.archive {
                        _ if !are_strangers => Ok(0),
                        None => Err(End::Refused(Refusal::Unknown)),
                        Some(_) => self.text_ended(),
                    };
                }
                if text.is_read {
                    return self.text_ended();
                }
                let read = read_on(text, &mut self.buffer);
                if read.is_err() || text.is_read {
                    text.format.end(&mut self.out);
                    self.out.settle_strangers(self.out.archive.is_none());
                }
                // The other texts may be whole. In our own format the next one would complete a conversation that is cut.
                let is_one_of_several = self.out.archive.is_some() && text.format.name() != exchange::Format::Ricordo;
                if is_one_of_several && read == Err(End::CutOff) {
                    text.is_read = true;
                    self.ends_cut |= text.known > 0;
                    self.name_damaged();
                    return self.text_ended();
                }
                read
            }
        }
    }

    fn start(&mut self) -> Result<Text, Refusal> {
        let mut first = [0; 4];
        let mut known = 0;
        while known < first.len() {
            match self.file.read_at(known as u64, &mut first[known..]).map_err(|_| Refusal::NotReadable)? {
                0 => break,
                read => known += read,
            }
        }
        match first {
            _ if known == 0 => Err(Refusal::Empty),
            [b'P', b'K', 3, 4] | [b'P', b'K', 5, 6] => self.start_archive(),
            [0x89, b'P', b'N', b'G'] => {
                let character = character(&self.file).ok_or(Refusal::Unknown)?;
                self.out.picture = address(&self.file);
                self.read.set(self.total);
                self.begin(Box::new(io::Cursor::new(character)))
            }
            [0x1f, 0x8b, ..] => self.text(Packing::Gzip),
            _ => self.text(Packing::None),
        }
    }

    fn text(&mut self, packing: Packing) -> Result<Text, Refusal> {
        let (read, unpacked) = (Rc::clone(&self.read), Rc::clone(&self.unpacked));
        let packed = Packed { file: Rc::clone(&self.file), range: 0..self.total, packing, expected: None };
        let input = unpack::open(packed, self.limits, read, unpacked);
        self.begin(input)
    }

    fn start_archive(&mut self) -> Result<Text, Refusal> {
        let archive = Archive::open(Rc::clone(&self.file), self.limits, Rc::clone(&self.unpacked))?;
        self.texts = archive.texts().into();
        self.total = self.texts.iter().map(Archive::packed_size).sum();
        self.out.archive = Some(Rc::new(archive));
        loop {
            match self.next_text().ok_or(Refusal::NothingInArchive)? {
                Err(Refusal::Unknown | Refusal::Empty) if !self.texts.is_empty() => {}
                Err(Refusal::Unknown | Refusal::Empty) if self.is_damaged => return Err(Refusal::DamagedArchive),
                // Pictures without a character.
                Err(Refusal::Unknown) if is_picture(&self.out.path) => return Err(Refusal::NothingInArchive),
                text => return text,
            }
        }
    }

    /// The next text of the archive; `None` if there is none left.
    fn next_text(&mut self) -> Option<Result<Text, Refusal>> {
        let archive = Rc::clone(self.out.archive.as_ref()?);
        let asset = self.texts.pop_front()?;
        if is_picture(&asset.path) {
            self.read.set(self.read.get() + Archive::packed_size(&asset));
            let picture: File = Rc::new(archive.unpack(&asset).unwrap_or_default());
            self.out.path = asset.path;
            // Most pictures are no characters.
            let Some(character) = character(&picture) else { return Some(Err(Refusal::Unknown)) };
            self.out.picture = address(&picture);
            return Some(self.begin(Box::new(io::Cursor::new(character))));
        }
        let input = archive.read(&asset, Rc::clone(&self.read));
        self.out.path = asset.path;
        self.out.picture = None;
        Some(self.begin(input))
    }

    fn begin(&mut self, mut input: Box<dyn Read>) -> Result<Text, Refusal> {
        let mut ahead = Vec::new();
        while ahead.len() < BUFFER {
            match input.read(&mut self.buffer) {
                Ok(0) => break,
                Ok(read) => ahead.extend_from_slice(&self.buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The beginning may be fine: the error recurs when the rest is read.
                Err(_) if !ahead.is_empty() => break,
                Err(error) => {
                    if is_damage(&error) && self.out.archive.is_some() {
                        self.name_damaged();
                    }
                    return Err(refusal_of(&error));
                }
            }
        }
        let (shape, format) = recognise(&ahead)?;
        if ahead.starts_with(b"\xef\xbb\xbf") {
            ahead.drain(..3);
        }
        let finder = Elements::new(shape, self.limits.element);
        // Only our own format is certain at this point.
        if matches!(shape, Shape::ItemsOf(_)) {
            self.format = Some(format.name());
        }
        Ok(Text { input, finder, format, pieces: VecDeque::new(), ahead, is_read: false, known: 0, elements: 0 })
    }

    /// Names a text of the archive that cannot be read to its end.
    fn name_damaged(&mut self) {
        self.is_damaged = true;
        let path = self.out.path.clone();
        self.out.skip(&path, Why::Unreadable);
    }

    /// A text ended: continues with the next one of the archive, or ends.
    fn text_ended(&mut self) -> Result<usize, End> {
        self.out.settle_strangers(false);
        match self.next_text() {
            Some(Ok(text)) => {
                self.state = State::Text(Box::new(text));
                Ok(0)
            }
            // One unknown text among several is ignored.
            Some(Err(Refusal::Unknown | Refusal::Empty)) => Ok(0),
            Some(Err(refusal)) => Err(End::Refused(refusal)),
            None if self.known == 0 && self.format.is_none() => Err(End::Refused(match self.elements {
                _ if self.is_damaged => Refusal::DamagedArchive,
                0 => Refusal::Empty,
                _ => Refusal::Unknown,
            })),
            None if self.ends_cut => Err(End::CutOff),
            None => Err(if self.is_damaged { End::Damaged } else { End::Whole }),
        }
    }
}

/// Reads the next bytes of a text and finds the elements in them.
fn read_on(text: &mut Text, buffer: &mut [u8]) -> Result<usize, End> {
    let bytes = if text.ahead.is_empty() {
        match text.input.read(buffer) {
            Ok(read) => &buffer[..read],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(0),
            Err(error) if is_bomb(&error) => return Err(End::Refused(Refusal::Bomb)),
            Err(error) if is_damage(&error) => return Err(End::CutOff),
            Err(_) => return Err(End::Refused(Refusal::NotReadable)),
        }
    } else {
        &std::mem::take(&mut text.ahead)
    };
    if bytes.is_empty() {
        text.is_read = true;
        return if text.finder.is_whole() { Ok(0) } else { Err(End::CutOff) };
    }
    let mut found = Vec::new();
    let outcome = text.finder.push(bytes, &mut found);
    text.pieces.extend(found);
    match outcome {
        Ok(()) => Ok(bytes.len()),
        // Elements found before the error are still valid and are taken first.
        Err(_) if !text.pieces.is_empty() => {
            text.input = Box::new(io::empty());
            Ok(bytes.len())
        }
        Err(_) => Err(End::CutOff),
    }
}

/// Handles a piece. `before` is the number of elements in the texts before this one.
fn take(piece: Piece, text: &mut Text, before: u64, out: &mut Out) -> Result<(), Refusal> {
    if let Piece::Field(name, json) = piece {
        return text.format.field(&name, &String::from_utf8_lossy(&json));
    }
    text.elements += 1;
    let number = before + 1;
    let Piece::Element(json) = piece else {
        out.skip(&format!("#{number}"), Why::TooLarge);
        return Ok(());
    };
    let is_known = match std::str::from_utf8(&json) {
        Ok(json) => text.format.element(number, json, out),
        Err(_) if text.format.name() == exchange::Format::Ricordo => {
            out.skip(&format!("#{number}"), Why::Unreadable);
            false
        }
        Err(_) => text.format.element(number, &mended(&json), out),
    };
    text.known += u64::from(is_known);
    Ok(())
}

/// The text of bytes that are not UTF-8. A broken letter affects only itself. If no letter has several bytes, the text is
/// read as one byte for each letter.
fn mended(bytes: &[u8]) -> String {
    let lossy = String::from_utf8_lossy(bytes);
    if lossy.chars().all(|letter| letter.is_ascii() || letter == char::REPLACEMENT_CHARACTER) {
        return bytes.iter().copied().map(char::from).collect();
    }
    lossy.into_owned()
}

fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

fn refusal_of(error: &io::Error) -> Refusal {
    match error {
        error if is_bomb(error) => Refusal::Bomb,
        error if is_damage(error) => Refusal::Unknown,
        _ => Refusal::NotReadable,
    }
}
