//! Writes a GGUF file: metadata, a list of tensors, their data.

const MAGIC: &[u8] = b"GGUF";
const VERSION: u32 = 3;
/// Each tensor begins at a multiple of this.
const ALIGNMENT: usize = 32;

/// A value of the metadata.
pub(super) enum Value<'a> {
    U32(usize),
    F32(f32),
    Bool(bool),
    Text(&'a str),
    Bytes(&'a [u8]),
    I32s(Vec<i32>),
    F32s(Vec<f32>),
    Texts(Vec<&'a str>),
}

/// How the numbers of a tensor are stored; the value is that of the format.
#[derive(Clone, Copy)]
pub(super) enum Numbers {
    F32 = 0,
    /// Blocks of 32 weights of four bits each.
    Q4_0 = 2,
}

#[derive(Default)]
pub(super) struct Gguf {
    metadata: Vec<u8>,
    values: u64,
    list: Vec<u8>,
    tensors: u64,
    data: Vec<u8>,
}

impl Gguf {
    pub(super) fn value(&mut self, name: &str, value: &Value<'_>) {
        self.values += 1;
        let out = &mut self.metadata;
        text(out, name);
        match value {
            Value::U32(number) => {
                u32(out, 4);
                u32(out, *number as u32);
            }
            Value::F32(number) => {
                u32(out, 6);
                out.extend(number.to_le_bytes());
            }
            Value::Bool(flag) => {
                u32(out, 7);
                out.push(u8::from(*flag));
            }
            Value::Text(value) => {
                u32(out, 8);
                text(out, value);
            }
            Value::Bytes(bytes) => {
                array(out, 0, bytes.len());
                out.extend(*bytes);
            }
            Value::I32s(numbers) => {
                array(out, 5, numbers.len());
                out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
            Value::F32s(numbers) => {
                array(out, 6, numbers.len());
                out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
            Value::Texts(texts) => {
                array(out, 8, texts.len());
                texts.iter().for_each(|value| text(out, value));
            }
        }
    }

    /// A tensor; the dimension that changes fastest is first.
    pub(super) fn tensor(&mut self, name: &str, dimensions: &[usize], numbers: Numbers, data: &[u8]) {
        self.tensors += 1;
        text(&mut self.list, name);
        u32(&mut self.list, dimensions.len() as u32);
        dimensions.iter().for_each(|dimension| u64(&mut self.list, *dimension as u64));
        u32(&mut self.list, numbers as u32);
        u64(&mut self.list, self.data.len() as u64);
        self.data.extend(data);
        align(&mut self.data);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        u32(&mut file, VERSION);
        u64(&mut file, self.tensors);
        u64(&mut file, self.values);
        file.extend(self.metadata);
        file.extend(self.list);
        align(&mut file);
        file.extend(self.data);
        file
    }
}

fn align(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(ALIGNMENT), 0);
}

fn array(out: &mut Vec<u8>, kind: u32, length: usize) {
    u32(out, 9);
    u32(out, kind);
    u64(out, length as u64);
}

fn text(out: &mut Vec<u8>, text: &str) {
    u64(out, text.len() as u64);
    out.extend(text.bytes());
}

fn u32(out: &mut Vec<u8>, number: u32) {
    out.extend(number.to_le_bytes());
}

fn u64(out: &mut Vec<u8>, number: u64) {
    out.extend(number.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_begin_at_multiples_of_32() {
        let mut gguf = Gguf::default();
        gguf.value("a", &Value::U32(7));
        gguf.value("b", &Value::Texts(vec!["x", "é"]));
        gguf.tensor("t", &[2], Numbers::F32, &[1; 8]);
        gguf.tensor("u", &[32, 1], Numbers::Q4_0, &[2; 18]);
        let file = gguf.finish();
        assert_eq!(&file[..24], b"GGUF\x03\0\0\0\x02\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0");
        assert_eq!(&file[24..41], b"\x01\0\0\0\0\0\0\0a\x04\0\0\0\x07\0\0\0");
        assert_eq!(file.len() % 32, 0);
        let data = &file[file.len() - 64..];
        assert_eq!(data[..8], [1; 8]);
        assert_eq!(data[8..32], [0; 24]);
        assert_eq!(data[32..50], [2; 18]);
        // The position of the second tensor is the end of the list.
        let list = &file[..file.len() - 64];
        let end = list.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(list[end], 32);
    }
}
