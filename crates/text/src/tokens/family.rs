//! Vocabularies: their cost for each kind of text, and which one a model has, by its name.

use super::mix::KINDS;
use serde::{Deserialize, Serialize};

/// A vocabulary shared by several models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// `o200k_base`: OpenAI's models since GPT-4o.
    O200k,
    /// `cl100k_base`: GPT-4 and GPT-3.5.
    Cl100k,
    /// Llama 3.
    Llama3,
    /// Qwen 2 to 3.
    Qwen,
    /// Tekken: Mistral Nemo and later.
    Tekken,
    /// Gemma and Gemini.
    Gemma,
    /// Llama 2 and what is built on it.
    Llama2,
    /// DeepSeek V3.
    DeepSeek,
    /// Kimi K2.
    Kimi,
    /// GLM 4.
    Glm,
    /// MiniMax M2.
    MiniMax,
    /// Claude 2; later vocabularies are not published.
    Claude2,
    /// SmolLM 2, the model in this browser.
    SmolLm,
}

/// A family's count for text with a piece cost of 1,000, for each [`super::Kind`] in order.
pub(super) type Row = [u16; KINDS];

/// Measured over prose, documentation, source code, tables of numbers and encoded data, with each vocabulary itself;
/// `crates/tokenizer/fixtures/README.md` says how to repeat it. Gemma, Llama 2, MiniMax, Claude 2 and SmolLM follow the
/// other vocabularies for kinds that are newer than their measurement (Northern, Eastern, Russian).
#[rustfmt::skip]
const ROWS: [Row; 13] = [
    // Engl. Ident. Latin  Rus.  Ukr.   Han  Kana  Hang. Other  Num. Digit Signs Marks Pict. Space Rand. North East.
    [ 977,  966,  978,  922, 1016,  918,  919, 1021,  678, 1000,    0,  992, 1035, 1197,  989, 1402,  842, 1434], // O200k
    [1019,  903, 1543, 1625, 1768, 1479, 1308, 1630, 1597, 1000,    0,  997,  201, 1749,  983, 1493, 1528, 1802], // Cl100k
    [1016,  902, 1537, 1095,  958,  972,  856, 1071,  831, 1000,    0, 1000,  933, 1696,  980, 1489, 1526, 1770], // Llama3
    [1022,  912, 1483, 1198, 1498,  766,  777, 1161,  824,    0, 1000,  995, 1762, 1072,  965, 1504, 1480, 1624], // Qwen
    [1034, 1069,  833, 1070, 1073, 1109,  899,  957,  598,    0, 1000,  950, 1254, 2429, 1007, 1595,  904, 1416], // Tekken
    [1027, 1328,  908,  942,  952,  865,  648,  953,  753,    0, 1000, 1036,  717,  760,  976, 1378,  999, 1180], // Gemma
    [1085, 1641, 1788, 1581, 1320, 1412, 1409, 2046, 2036,    0, 1000, 1010,  876, 1447,  979, 1697, 1967, 2324], // Llama2
    [1007, 1194, 1370, 1118, 1266,  713,  789, 1173,  817,  340,  307,  994, 1494, 1319,  755, 1567, 1374, 1502], // DeepSeek
    [ 995,  923, 2022, 1474, 1308,  639,  897, 1390, 1052, 1000,    0, 1011, 1718, 1529,  979, 1377, 2062, 2100], // Kimi
    [1020,  930, 1275,  965, 1063,  738,  841, 1399,  892,  190,  513, 1000, 1498, 1710, 1078, 1588, 1144, 1502], // Glm
    [ 968,  990, 1265, 1215, 1175,  633,  510,  908,  669, 1000,    0,  991, 1465, 1112,  993, 1349, 1392, 1644], // MiniMax
    [1036, 1384, 2027, 1996, 1870, 1373, 1316, 1913, 2118,  964,    0, 1002,    0, 1795,  619, 1457, 2230, 2635], // Claude2
    [1010, 1580, 2618, 3027, 2499, 2290, 2267, 3891, 2187,    0, 1000,  976,  767, 1969,  924, 1714, 2880, 3403], // SmolLm
];

/// Prefixes of model names, without what precedes a `/`. The longest match applies; it must be the whole name, or be
/// followed by a sign or a digit.
#[rustfmt::skip]
const NAMES: &[(&str, Family)] = &[
    ("gpt-4o", Family::O200k), ("gpt-4.1", Family::O200k), ("gpt-4.5", Family::O200k), ("gpt-5", Family::O200k),
    ("gpt-oss", Family::O200k), ("chatgpt", Family::O200k), ("o1", Family::O200k), ("o3", Family::O200k), ("o4", Family::O200k),
    ("gpt-4", Family::Cl100k), ("gpt-3.5", Family::Cl100k), ("gpt-35", Family::Cl100k),
    ("llama3", Family::Llama3), ("llama-3", Family::Llama3), ("llama 3", Family::Llama3), ("meta-llama-3", Family::Llama3),
    ("deepseek-r1-distill-llama", Family::Llama3), ("hermes3", Family::Llama3), ("hermes-3-llama", Family::Llama3),
    ("qwen2", Family::Qwen), ("qwen2.5", Family::Qwen), ("qwen3", Family::Qwen), ("qwq", Family::Qwen),
    ("qwen-2", Family::Qwen), ("qwen-3", Family::Qwen), ("deepseek-r1-distill-qwen", Family::Qwen),
    ("mistral-nemo", Family::Tekken), ("open-mistral-nemo", Family::Tekken), ("ministral", Family::Tekken),
    ("pixtral", Family::Tekken), ("magistral", Family::Tekken), ("devstral", Family::Tekken), ("mistral-small3", Family::Tekken),
    ("gemma2", Family::Gemma), ("gemma-2", Family::Gemma), ("gemma3", Family::Gemma), ("gemma-3", Family::Gemma),
    ("gemini-2", Family::Gemma),
    ("llama2", Family::Llama2), ("llama-2", Family::Llama2), ("codellama", Family::Llama2), ("tinyllama", Family::Llama2),
    ("phi3", Family::Llama2), ("phi-3", Family::Llama2),
    ("deepseek-v3", Family::DeepSeek), ("deepseek-chat", Family::DeepSeek), ("deepseek-reasoner", Family::DeepSeek),
    ("kimi-k2", Family::Kimi), ("glm-4", Family::Glm), ("glm4", Family::Glm), ("minimax-m2", Family::MiniMax),
    ("claude-2", Family::Claude2), ("smollm2", Family::SmolLm), ("smollm-", Family::SmolLm),
];

/// Names that match one of those but have another vocabulary.
const OTHERS: [&str; 3] = ["qwen3.5", "phi-3-small", "phi3:small"];

impl Family {
    /// All families. Their positions are stored: append new ones at the end.
    pub const ALL: [Self; 13] = [
        Self::O200k,
        Self::Cl100k,
        Self::Llama3,
        Self::Qwen,
        Self::Tekken,
        Self::Gemma,
        Self::Llama2,
        Self::DeepSeek,
        Self::Kimi,
        Self::Glm,
        Self::MiniMax,
        Self::Claude2,
        Self::SmolLm,
    ];

    /// The family of a model, by its id at the provider; `None` if its vocabulary is unknown.
    pub fn of_model(model: &str) -> Option<Self> {
        let id = model.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        let id = id.strip_prefix("ft:").unwrap_or(&id);
        if OTHERS.iter().any(|other| id.starts_with(other)) {
            return None;
        }
        let fits = |name: &str| {
            let rest = id.strip_prefix(name)?;
            let goes_on = rest.starts_with(|char: char| char.is_ascii_alphabetic()) && !name.ends_with('-');
            (!goes_on).then_some(name.len())
        };
        let found = NAMES.iter().filter_map(|(name, family)| Some((fits(name)?, *family)));
        found.max_by_key(|(length, _)| *length).map(|(_, family)| family)
    }

    /// Its factor for each kind of text, per mille.
    pub(super) fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Overhead of a message besides its text, in tokens: its role and the delimiters.
    pub fn tokens_per_message(self) -> u32 {
        match self {
            Self::O200k | Self::Cl100k | Self::DeepSeek | Self::Tekken | Self::Glm => 4,
            Self::Llama3 | Self::Qwen | Self::Gemma | Self::Kimi | Self::SmolLm | Self::Claude2 => 5,
            Self::MiniMax => 6,
            Self::Llama2 => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_known_by_its_name() {
        for (model, family) in [
            ("gpt-4o-mini", Family::O200k),
            ("openai/gpt-oss-120b", Family::O200k),
            ("gpt-5.1", Family::O200k),
            ("gpt-4-turbo", Family::Cl100k),
            ("ft:gpt-3.5-turbo:my-company", Family::Cl100k),
            ("llama3.2:1b", Family::Llama3),
            ("meta-llama/Llama-3.1-8B-Instruct", Family::Llama3),
            ("Llama 3.2 1B Instruct", Family::Llama3),
            ("qwen3:8b", Family::Qwen),
            ("Qwen2.5 0.5B Instruct", Family::Qwen),
            ("mistral-nemo", Family::Tekken),
            ("gemma3:4b", Family::Gemma),
            ("deepseek-chat", Family::DeepSeek),
            ("SmolLM2-135M-Instruct.Q4_1", Family::SmolLm),
        ] {
            assert_eq!(Family::of_model(model), Some(family), "{model}");
        }
    }

    #[test]
    fn what_is_not_known_by_its_name_is_not_guessed() {
        for model in ["", "scripted", "model", "claude-sonnet-4-5", "llama4", "qwen3.5:9b", "mistral", "o1x", "grok-4"]
        {
            assert_eq!(Family::of_model(model), None, "{model}");
        }
    }

    #[test]
    fn each_has_its_place() {
        for (place, family) in Family::ALL.into_iter().enumerate() {
            assert_eq!(family as usize, place);
        }
    }
}
