//! Letters with a mark that may also be written as two characters: `й` as `и` and a breve.
//!
//! The weights come without these rules, which the tokenizer that the model was trained with has.

/// A mark, and pairs of letters: without it and with it.
const COMPOSED: [(char, &str); 21] = [
    ('\u{300}', "AÀEÈIÌOÒUÙaàeèiìoòuùИЍеѐиѝĒḔÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"),
    ('\u{301}', "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźgǵæǽØǾøǿГЃКЌгѓкќkḱÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứ"),
    ('\u{302}', "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵyŷẠẬạậẸỆẹệỌỘọộ"),
    ('\u{303}', "AÃNÑOÕaãnñoõIĨiĩUŨuũÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"),
    ('\u{304}', "AĀaāEĒeēIĪiīOŌoōUŪuūæǣиӣуӯ"),
    ('\u{306}', "AĂaăeĕGĞgğiĭOŎoŏUŬuŭУЎИЙийуўаӑẠẶạặ"),
    ('\u{307}', "CĊcċEĖeėGĠgġIİZŻzżbḃdḋfḟmṁnṅpṗrṙsṡtṫyẏ"),
    ('\u{308}', "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸЕЁІЇеёіїәӛЖӜОӦоӧhḧxẍ"),
    ('\u{309}', "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"),
    ('\u{30a}', "AÅaåUŮuů"),
    ('\u{30b}', "OŐoőUŰuű"),
    ('\u{30c}', "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžaǎiǐoǒuǔgǧjǰ"),
    ('\u{30f}', "eȅ"),
    ('\u{311}', "aȃEȆeȇIȊiȋoȏuȗ"),
    ('\u{31b}', "OƠoơUƯuư"),
    ('\u{323}', "DḌdḍHḤhḥkḳlḷmṃnṇRṚrṛSṢsṣTṬtṭAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"),
    ('\u{326}', "SȘsșTȚtț"),
    ('\u{327}', "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩdḑHḨhḩ"),
    ('\u{328}', "AĄaąEĘeęIĮiįUŲuųoǫ"),
    ('\u{330}', "eḛ"),
    ('\u{331}', "dḏLḺlḻnṉrṟtṯzẕhẖ"),
];

/// The character without its marks, followed by them; `None` if it is not composed.
pub(super) fn decomposed(character: char) -> Option<String> {
    let (letter, mark) = COMPOSED.iter().find_map(|(mark, pairs)| {
        let letters: Vec<char> = pairs.chars().collect();
        let pair = letters.chunks_exact(2).find(|pair| pair[1] == character)?;
        Some((pair[0], *mark))
    })?;
    // It may have two marks.
    let mut whole = decomposed(letter).unwrap_or(letter.into());
    whole.push(mark);
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_apart() {
        assert_eq!(decomposed('й').as_deref(), Some("и\u{306}"));
        assert_eq!(decomposed('ї').as_deref(), Some("і\u{308}"));
        assert_eq!(decomposed('ậ').as_deref(), Some("a\u{323}\u{302}"));
        assert_eq!(decomposed('и'), None);
        assert_eq!(decomposed('\u{306}'), None);
    }

    #[test]
    fn each_mark_has_pairs_and_each_letter_is_there_once() {
        let composed: Vec<char> = COMPOSED.iter().flat_map(|(_, pairs)| pairs.chars().skip(1).step_by(2)).collect();
        assert!(COMPOSED.iter().all(|(_, pairs)| pairs.chars().count() % 2 == 0));
        for (at, letter) in composed.iter().enumerate() {
            assert!(!composed[..at].contains(letter), "{letter}");
        }
    }
}
