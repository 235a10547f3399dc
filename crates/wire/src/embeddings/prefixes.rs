//! What models for vectors want before a text, by its purpose. Servers do not add it.
//!
//! Only what the card of a model says, on huggingface.co under the name in the comment. A prefix that a model was not
//! trained with moves every vector, so an unknown model gets none.

/// What is put before texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefixes {
    /// Before a text that is to be found.
    pub passage: &'static str,
    /// Before a question.
    pub question: &'static str,
}

const NONE: Prefixes = Prefixes { passage: "", question: "" };
const QUERY: Prefixes = question("query: ");
const SENTENCE: Prefixes = question("Represent this sentence for searching relevant passages: ");

const fn question(question: &'static str) -> Prefixes {
    Prefixes { passage: "", question }
}

/// What is put before the texts of a model, judging by its id.
pub fn prefixes(model: &str) -> Prefixes {
    let model = model.to_lowercase();
    // Without the folders and owners before it.
    let name = model.rsplit(['/', '\\']).next().unwrap_or_default();
    let has = |part: &str| name.contains(part);
    let words = || name.split(|char: char| !char.is_ascii_alphanumeric());
    let has_word = |wanted: &str| words().any(|word| word == wanted);
    if has_word("e5") {
        // intfloat/multilingual-e5-large-instruct, intfloat/e5-mistral-7b-instruct: the task is that of their examples.
        // intfloat/multilingual-e5-small, intfloat/e5-base-v2.
        return match has_word("instruct") {
            true => question(
                "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ",
            ),
            false => Prefixes { passage: "passage: ", question: "query: " },
        };
    }
    if has("qwen3-embedding") {
        // Qwen/Qwen3-Embedding-0.6B: no space after the colon.
        return question(
            "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
        );
    }
    if has("nomic-embed-text") {
        // nomic-ai/nomic-embed-text-v1.5, nomic-ai/nomic-embed-text-v2-moe.
        return Prefixes { passage: "search_document: ", question: "search_query: " };
    }
    if has("embeddinggemma") {
        // google/embeddinggemma-300m.
        return Prefixes { passage: "title: none | text: ", question: "task: search result | query: " };
    }
    if has("arctic-embed") {
        // Snowflake/snowflake-arctic-embed-l-v2.0, named snowflake-arctic-embed2 by Ollama. All earlier ones:
        // Snowflake/snowflake-arctic-embed-m.
        return if has("arctic-embed2") || has("v2.0") { QUERY } else { SENTENCE };
    }
    if has("mxbai-embed-large") {
        // mixedbread-ai/mxbai-embed-large-v1.
        return SENTENCE;
    }
    let is_english_bge = ["bge-small", "bge-base", "bge-large"].iter().any(|known| has(known)) && !has_word("zh");
    if is_english_bge {
        // BAAI/bge-large-en-v1.5, named bge-large by Ollama. BAAI/bge-m3 needs none.
        return SENTENCE;
    }
    // jinaai/jina-embeddings-v3 chooses an adapter by a field of its own that other servers do not have.
    NONE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(model: &str) -> (&'static str, &'static str) {
        let Prefixes { passage, question } = prefixes(model);
        (passage, question)
    }

    #[test]
    fn e5_has_a_prefix_for_each_purpose() {
        for model in ["multilingual-e5-small", "intfloat/e5-base-v2", "hf.co/x/Multilingual-E5-small-GGUF:Q4_0", "e5"] {
            assert_eq!(both(model), ("passage: ", "query: "), "{model}");
        }
    }

    #[test]
    fn models_with_instructions_have_one_for_the_question_only() {
        let task = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:";
        for model in ["text-embedding-multilingual-e5-large-instruct", "intfloat/e5-mistral-7b-instruct"] {
            assert_eq!(both(model), ("", &*format!("{task} ")), "{model}");
        }
        for model in ["qwen3-embedding:0.6b", "Qwen/Qwen3-Embedding-8B", "text-embedding-qwen3-embedding-4b"] {
            assert_eq!(both(model), ("", task), "{model}");
        }
    }

    #[test]
    fn both_purposes_of_nomic_and_gemma_have_one() {
        for model in ["nomic-embed-text", "nomic-embed-text:v1.5", "nomic-ai/nomic-embed-text-v2-moe"] {
            assert_eq!(both(model), ("search_document: ", "search_query: "), "{model}");
        }
        for model in ["embeddinggemma", "google/embeddinggemma-300m", "C:\\models\\embeddinggemma-300M-Q8_0.gguf"] {
            assert_eq!(both(model), ("title: none | text: ", "task: search result | query: "), "{model}");
        }
    }

    #[test]
    fn some_have_one_for_the_question_only() {
        let sentence = ("", "Represent this sentence for searching relevant passages: ");
        for model in [
            "mxbai-embed-large:335m",
            "mixedbread-ai/mxbai-embed-large-v1",
            "BAAI/bge-small-en-v1.5",
            "@cf/baai/bge-base-en-v1.5",
            "bge-large:335m",
            "snowflake-arctic-embed:33m",
            "Snowflake/snowflake-arctic-embed-m-v1.5",
        ] {
            assert_eq!(both(model), sentence, "{model}");
        }
        for model in
            ["snowflake-arctic-embed2", "snowflake-arctic-embed2:568m", "Snowflake/snowflake-arctic-embed-l-v2.0"]
        {
            assert_eq!(both(model), ("", "query: "), "{model}");
        }
    }

    #[test]
    fn all_others_have_none() {
        for model in [
            "",
            "/",
            "text-embedding-3-small",
            "bge-m3",
            "BAAI/bge-large-zh-v1.5",
            "all-minilm:22m",
            "jina-embeddings-v3",
            "nomic-embed-code",
            "e5-owner/another",
            "gte-base5",
        ] {
            assert_eq!(both(model), ("", ""), "{model}");
        }
    }
}
