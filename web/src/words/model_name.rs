//! Names of models as people know them. Files are named after the model, its quantisation and their format; only the first
//! says anything to most people.

const SUFFIX: &str = ".gguf";

/// Name of a model for people: that of a file without folder, quantisation and format, and with spaces. The ids that
/// servers give their models stay as they are.
pub fn model_name(id: &str, is_file: bool) -> String {
    let file = id.rsplit(['/', '\\']).next().unwrap_or(id);
    let Some(stem) = without_suffix(file).or_else(|| is_file.then_some(id)) else { return id.to_owned() };
    let parts: Vec<&str> = stem.split(['-', '_', ' ']).filter(|part| !part.is_empty()).collect();
    // `Q4_1` and `q4_k_m` are split, too, so everything from the quantisation on goes.
    let mut name = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let (before, quantisation) = part.rsplit_once('.').unwrap_or(("", part));
        if (at > 0 || !before.is_empty()) && is_quantisation(quantisation) {
            name.extend((!before.is_empty()).then_some(before));
            break;
        }
        name.push(part);
    }
    if name.is_empty() { id.to_owned() } else { name.join(" ") }
}

fn without_suffix(file: &str) -> Option<&str> {
    let at = file.len().checked_sub(SUFFIX.len())?;
    file.get(at..).filter(|end| end.eq_ignore_ascii_case(SUFFIX)).and_then(|_| file.get(..at))
}

/// Whether this is the beginning of the name of a quantisation: `Q4`, `IQ2`, `F16`, `BF16`.
fn is_quantisation(part: &str) -> bool {
    let part = part.to_ascii_lowercase();
    let digits = ["iq", "q", "bf", "fp", "f"].iter().find_map(|prefix| part.strip_prefix(prefix));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::model_name;

    #[test]
    fn files_have_the_names_of_their_models() {
        for (file, name) in [
            ("SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2 135M Instruct"),
            ("/models/Llama-3.2-1B-Instruct-Q4_K_M.GGUF", "Llama 3.2 1B Instruct"),
            ("smollm2-360m-instruct-q8_0.gguf", "smollm2 360m instruct"),
            ("C:\\models\\Qwen3-8B-F16.gguf", "Qwen3 8B"),
            ("Q4_1.gguf", "Q4 1"),
            ("model.gguf", "model"),
            (".gguf", ".gguf"),
        ] {
            assert_eq!(model_name(file, false), name, "{file}");
        }
        assert_eq!(model_name("SmolLM2-135M-Instruct", true), "SmolLM2 135M Instruct");
        assert_eq!(model_name("Llama 3.2 1B Instruct", true), "Llama 3.2 1B Instruct");
        assert_eq!(model_name("Some-Model.Q4_1", true), "Some Model");
    }

    #[test]
    fn ids_of_servers_stay_as_they_are() {
        for id in ["llama3.2:latest", "gpt-5-mini", "deepseek/deepseek-chat", "mradermacher/x-Q4_K_M", "", "модель"]
        {
            assert_eq!(model_name(id, false), id);
        }
    }
}
