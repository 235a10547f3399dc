//! What is said of files that go out and come in, and the report of an import.

use super::{errors::Told, fill, table::texts};
use ricordo_core::{
    error::StoreError,
    exchange::{Skipped, Why, markdown::Words},
    session::Landed,
};
use std::collections::BTreeMap;

texts! {
    /// Export and import.
    exchange: Exchange {
        take: "Export", "Експорт", "Экспорт";
        take_told: "Keys are never in a file.", "Ключів у файлі ніколи немає.", "Ключей в файле никогда нет.";
        backup: "Full backup", "Повна резервна копія", "Полная резервная копия";
        backup_told: "Everything, packed, to restore from.", "Усе, стиснене, щоб відновити.", "Всё, сжатое, чтобы восстановить.";
        json: "JSON", "JSON", "JSON";
        json_told: "Everything, for programs.", "Усе, для програм.", "Всё, для программ.";
        markdown: "Markdown", "Markdown", "Markdown";
        markdown_told: "The conversations, to read.", "Розмови, щоб читати.", "Разговоры, чтобы читать.";
        one_as_markdown: "Export as Markdown", "Зберегти як Markdown", "Сохранить как Markdown";
        one_as_json: "Export as JSON", "Зберегти як JSON", "Сохранить как JSON";
        bring: "Import", "Імпорт", "Импорт";
        bring_told: "A backup or JSON of Ricordo, or ChatGPT's export: the zip, or its conversations.json. What is here already is never overwritten.",
            "Резервна копія або JSON із Ricordo чи експорт ChatGPT: zip або його conversations.json. Те, що тут уже є, ніколи не перезаписується.",
            "Резервная копия или JSON из Ricordo либо экспорт ChatGPT: zip или его conversations.json. То, что здесь уже есть, никогда не перезаписывается.";
        pick: "Choose files", "Вибрати файли", "Выбрать файлы";
        or_drop: "or drop them here", "або перетягніть їх сюди", "или перетащите их сюда";
        stop: "Stop", "Зупинити", "Остановить";
        gathering: "Gathering…", "Збираю…", "Собираю…";
        gathered: "{done} of {of} conversations…", "Розмов: {done} з {of}…", "Разговоров: {done} из {of}…";
        opening: "Opening the file…", "Відкриваю файл…", "Открываю файл…";
        reading: "{conversations} so far; {done} of {of} read…",
            "Поки що {conversations}; прочитано {done} з {of}…", "Пока {conversations}; прочитано {done} из {of}…";
        busy: "A file is on its way already. Wait until it is done, or stop it under Storage.",
            "Один файл уже в роботі. Зачекайте, доки він закінчиться, або зупиніть його у «Сховищі».",
            "Один файл уже в работе. Подождите, пока он закончится, или остановите его в «Хранилище».";
        not_exported: "Stopped. No file was saved.", "Зупинено. Файл не збережено.", "Остановлено. Файл не сохранён.";
        came_in: "{conversations} with {messages} came in.", "Додано: {conversations}, {messages}.", "Добавлено: {conversations}, {messages}.";
        nothing: "Nothing came in.", "Нічого не додано.", "Ничего не добавлено.";
        nothing_new: "Nothing is new: everything in the file is here already.",
            "Нового немає: усе з файлу тут уже є.", "Нового нет: всё из файла здесь уже есть.";
        cancelled: "Stopped. What was read until then stays.",
            "Зупинено. Прочитане до того лишається.", "Остановлено. Прочитанное до того остаётся.";
        newer_in_file: "Newer in the file than here: {titles}. What is here stays; to take the file's, delete these here and import again.",
            "У файлі новіші, ніж тут: {titles}. Те, що тут, лишається; щоб узяти з файлу, видаліть їх тут і імпортуйте ще раз.",
            "В файле новее, чем здесь: {titles}. То, что здесь, остаётся; чтобы взять из файла, удалите их здесь и импортируйте ещё раз.";
        cut: "Only the beginning came in of: {titles}.", "Додано лише початок: {titles}.", "Добавлено только начало: {titles}.";
        left_over: "Did not come in: {titles}. Free some space and import the file again: only what is missing is added.",
            "Не додано: {titles}. Звільніть місце й імпортуйте файл ще раз: додасться лише те, чого бракує.",
            "Не добавлено: {titles}. Освободите место и импортируйте файл ещё раз: добавится только то, чего не хватает.";
        skipped: "{things}, because {why}: {titles}.", "{things}, бо {why}: {titles}.", "{things}, потому что {why}: {titles}.";
        skipped_unnamed: "{things}, because {why}.", "{things}, бо {why}.", "{things}, потому что {why}.";
        unreadable: "it could not be read", "це не вдалося прочитати", "это не удалось прочитать";
        empty: "nothing was said in it", "там нічого не сказано", "там ничего не сказано";
        too_large: "it is larger than what can be read at once", "воно більше, ніж можна прочитати за раз", "оно больше, чем можно прочитать за раз";
        without_conversation: "its conversation is not in the file", "його розмови у файлі немає", "его разговора в файле нет";
        taken: "its place is taken by something else here", "його місце тут зайняте іншим", "его место здесь занято другим";
        untitled: "Untitled", "Без назви", "Без названия";
        cut_off: "{name} ends too early or is damaged: what stood before that place was read. Get the file again if something is missing.",
            "{name} уривається або пошкоджений: усе, що стояло до того місця, прочитано. Якщо чогось бракує, отримайте файл ще раз.",
            "{name} обрывается или повреждён: всё, что стояло до того места, прочитано. Если чего-то не хватает, получите файл ещё раз.";
        unknown: "{name} is neither an export of Ricordo nor one of ChatGPT. Choose the file that the export gave you, as it is.",
            "{name} — це не експорт Ricordo й не експорт ChatGPT. Виберіть файл, який дав експорт, таким, як він є.",
            "{name} — это не экспорт Ricordo и не экспорт ChatGPT. Выберите файл, который дал экспорт, таким, как он есть.";
        empty_file: "{name} is empty. Export again and choose the new file.",
            "{name} порожній. Зробіть експорт ще раз і виберіть новий файл.",
            "{name} пуст. Сделайте экспорт ещё раз и выберите новый файл.";
        newer_version: "{name} is of a newer version of Ricordo (data version {found}; this one reads up to {known}). Reload this page to get the newer version, then import again.",
            "{name} створила новіша версія Ricordo (версія даних {found}; ця читає до {known}). Перезавантажте сторінку, щоб отримати новішу версію, і імпортуйте ще раз.",
            "{name} создала более новая версия Ricordo (версия данных {found}; эта читает до {known}). Перезагрузите страницу, чтобы получить более новую версию, и импортируйте ещё раз.";
        bomb: "{name} unpacks to far more than a real export does, so reading was stopped. Get the file from its source again; if it is right, unpack it and import its conversations.json.",
            "{name} розпаковується у значно більше, ніж справжній експорт, тому читання зупинено. Отримайте файл із джерела ще раз; якщо він правильний, розпакуйте його й імпортуйте conversations.json.",
            "{name} распаковывается в гораздо большее, чем настоящий экспорт, поэтому чтение остановлено. Получите файл из источника ещё раз; если он верный, распакуйте его и импортируйте conversations.json.";
        damaged_archive: "{name} is an archive that is damaged or not whole. Download it again.",
            "{name} — архів, який пошкоджений або неповний. Завантажте його ще раз.",
            "{name} — архив, который повреждён или неполон. Скачайте его ещё раз.";
        nothing_in_archive: "{name} is an archive without conversations. Choose the zip that the export gave you, as it is.",
            "{name} — архів без розмов. Виберіть zip, який дав експорт, таким, як він є.",
            "{name} — архив без разговоров. Выберите zip, который дал экспорт, таким, как он есть.";
        packing: "{name} is an archive with a password, or packed in an unusual way. Unpack it and import its conversations.json.",
            "{name} — архів із паролем або запакований у незвичний спосіб. Розпакуйте його й імпортуйте conversations.json.",
            "{name} — архив с паролем или запакованный необычным способом. Распакуйте его и импортируйте conversations.json.";
        not_readable: "The browser could not read {name} to its end: it was moved or changed meanwhile. Choose it again.",
            "Браузер не зміг дочитати {name}: файл тим часом перемістили або змінили. Виберіть його ще раз.",
            "Браузер не смог дочитать {name}: файл тем временем переместили или изменили. Выберите его ещё раз.";
        no_reader: "What reads files could not be loaded, so {name} was not read to its end. Look at the connection, then import it again.",
            "Не вдалося завантажити те, що читає файли, тому {name} не дочитано. Перевірте з’єднання й імпортуйте файл ще раз.",
            "Не удалось загрузить то, что читает файлы, поэтому {name} не дочитан. Проверьте соединение и импортируйте файл ещё раз.";
        you: "You", "Ви", "Вы";
        assistant: "Assistant", "Асистент", "Ассистент";
        note: "Note", "Примітка", "Примечание";
        tool: "Tool", "Інструмент", "Инструмент";
        thoughts: "Thoughts", "Роздуми", "Размышления";
        image: "image", "зображення", "изображение";
        file: "file", "файл", "файл";
        broken_off: "broken off", "перервано", "прервано";
    }
    counted {
        conversations: ["{n} conversation", "{n} conversations"],
            ["{n} розмова", "{n} розмови", "{n} розмов"], ["{n} разговор", "{n} разговора", "{n} разговоров"];
        others: ["{n} memory, task, template, provider or settings record came in, too.", "{n} memories, tasks, templates, providers and settings came in, too."],
            ["Також додано {n} спогад, задачу, шаблон, провайдера чи налаштування.", "Також додано {n} спогади, задачі, шаблони, провайдери й налаштування.", "Також додано {n} спогадів, задач, шаблонів, провайдерів і налаштувань."],
            ["Также добавлено {n} воспоминание, задача, шаблон, провайдер или настройки.", "Также добавлено {n} воспоминания, задачи, шаблона, провайдера и настроек.", "Также добавлено {n} воспоминаний, задач, шаблонов, провайдеров и настроек."];
        here: ["{n} conversation is here already and was left as it is.", "{n} conversations are here already and were left as they are."],
            ["{n} розмова тут уже є й лишилася, як була.", "{n} розмови тут уже є й лишилися, як були.", "{n} розмов тут уже є й лишилися, як були."],
            ["{n} разговор здесь уже есть и остался как был.", "{n} разговора здесь уже есть и остались как были.", "{n} разговоров здесь уже есть и остались как были."];
        brought_back: ["{n} conversation that was deleted here is back.", "{n} conversations that were deleted here are back."],
            ["{n} розмова, яку тут видалили, повернулася.", "{n} розмови, які тут видалили, повернулися.", "{n} розмов, які тут видалили, повернулися."],
            ["{n} разговор, удалённый здесь, вернулся.", "{n} разговора, удалённых здесь, вернулись.", "{n} разговоров, удалённых здесь, вернулись."];
        kept: ["{n} setting, memory, task, template or provider is different here and stays as it is here.", "{n} settings, memories, tasks, templates and providers are different here and stay as they are here."],
            ["{n} налаштування, спогад, задача, шаблон чи провайдер тут інші й лишаються, як тут.", "{n} налаштування, спогади, задачі, шаблони й провайдери тут інші й лишаються, як тут.", "{n} налаштувань, спогадів, задач, шаблонів і провайдерів тут інші й лишаються, як тут."],
            ["{n} настройка, воспоминание, задача, шаблон или провайдер здесь иные и остаются как здесь.", "{n} настройки, воспоминания, задачи, шаблоны и провайдеры здесь иные и остаются как здесь.", "{n} настроек, воспоминаний, задач, шаблонов и провайдеров здесь иные и остаются как здесь."];
        skipped_things: ["{n} skipped", "{n} skipped"],
            ["Пропущено {n}", "Пропущено {n}", "Пропущено {n}"], ["Пропущено {n}", "Пропущено {n}", "Пропущено {n}"];
        more: ["and {n} more", "and {n} more"],
            ["і ще {n}", "і ще {n}", "і ще {n}"], ["и ещё {n}", "и ещё {n}", "и ещё {n}"];
    }
}

/// What stands around the words of a conversation that goes out as Markdown.
pub fn markdown_words() -> Words {
    let texts = exchange();
    Words {
        untitled: texts.untitled,
        user: texts.you,
        assistant: texts.assistant,
        system: texts.note,
        tool: texts.tool,
        thoughts: texts.thoughts,
        image: texts.image,
        file: texts.file,
        broken_off: texts.broken_off,
    }
}

/// What came of an import of one or more files.
#[derive(Default)]
pub struct Report {
    /// Conversations that came in.
    pub conversations: u64,
    /// What did not come in.
    pub skipped: Vec<Skipped>,
    /// What was wrong with the files.
    pub troubles: Vec<String>,
    /// The user stopped it.
    pub was_cancelled: bool,
    landed: Vec<Landed>,
}

/// So many titles are named, the others are counted.
const NAMED: usize = 6;

impl Report {
    /// Adds what came of a file.
    pub fn add(&mut self, mut landed: Landed) {
        self.conversations += landed.conversations;
        self.skipped.append(&mut landed.skipped);
        self.landed.push(landed);
    }

    /// Whether something went wrong, or nothing came of it.
    pub fn is_trouble(&self) -> bool {
        let is_stopped = self.landed.iter().any(|landed| landed.stopped.is_some());
        let is_nothing = !self.is_something() && self.sum(|landed| landed.here) == 0 && !self.was_cancelled;
        is_stopped || is_nothing || !self.troubles.is_empty()
    }

    /// The sentences, the most important first.
    pub fn sentences(&self) -> Vec<String> {
        let texts = exchange();
        let here = self.sum(|landed| landed.here);
        let mut sentences = vec![match (self.is_something(), here) {
            (true, _) => fill(
                texts.came_in,
                &[
                    ("conversations", &texts.conversations.say(self.conversations)),
                    ("messages", &crate::words::messages(self.sum(|landed| landed.messages))),
                ],
            ),
            (false, 1..) if self.troubles.is_empty() && !self.was_cancelled => texts.nothing_new.to_owned(),
            _ => texts.nothing.to_owned(),
        }];
        sentences.extend(self.troubles.iter().cloned());
        sentences.extend(self.was_cancelled.then(|| texts.cancelled.to_owned()));
        sentences.extend(self.landed.iter().find_map(|landed| landed.stopped.as_ref()).map(StoreError::told));
        let named = [
            (texts.left_over, self.titles(|landed| &landed.left_over)),
            (texts.cut, self.titles(|landed| &landed.cut)),
        ];
        sentences.extend(named.into_iter().filter_map(|(sentence, titles)| about(sentence, &titles)));
        let counted = [
            (&texts.others, self.sum(|landed| landed.others)),
            (&texts.brought_back, self.sum(|landed| landed.brought_back)),
            (&texts.here, here),
        ];
        sentences
            .extend(counted.into_iter().filter(|(_, count)| *count > 0).map(|(sentence, count)| sentence.say(count)));
        sentences.extend(about(texts.newer_in_file, &self.titles(|landed| &landed.newer_in_file)));
        let kept = self.sum(|landed| landed.kept);
        sentences.extend((kept > 0).then(|| texts.kept.say(kept)));
        sentences.extend(self.told_of_skipped());
        sentences
    }

    fn is_something(&self) -> bool {
        self.landed.iter().any(Landed::is_something)
    }

    fn sum(&self, count: impl Fn(&Landed) -> u64) -> u64 {
        self.landed.iter().map(count).sum()
    }

    fn titles<'a>(&'a self, of: impl Fn(&'a Landed) -> &'a Vec<String>) -> Vec<&'a str> {
        self.landed.iter().flat_map(of).map(String::as_str).collect()
    }

    /// A sentence for each reason.
    fn told_of_skipped(&self) -> Vec<String> {
        let texts = exchange();
        let mut by_reason: BTreeMap<Why, Vec<&str>> = BTreeMap::new();
        for Skipped { what, why } in &self.skipped {
            by_reason.entry(*why).or_default().push(what);
        }
        let told = by_reason.into_iter().map(|(why, things)| {
            let count = texts.skipped_things.say(things.len() as u64);
            let named: Vec<&str> = things.into_iter().filter(|thing| !thing.is_empty()).collect();
            let why = match why {
                Why::Unreadable => texts.unreadable,
                Why::Empty => texts.empty,
                Why::TooLarge => texts.too_large,
                Why::WithoutConversation => texts.without_conversation,
                Why::Taken => texts.taken,
            };
            let sentence = if named.is_empty() { texts.skipped_unnamed } else { texts.skipped };
            fill(sentence, &[("things", &count), ("why", why), ("titles", &joined(&named))])
        });
        told.collect()
    }
}

/// A sentence about titles; `None`: there are none.
fn about(sentence: &str, titles: &[&str]) -> Option<String> {
    (!titles.is_empty()).then(|| fill(sentence, &[("titles", &joined(titles))]))
}

/// The first titles, and how many there are beside.
fn joined(titles: &[&str]) -> String {
    let texts = exchange();
    let named = titles.iter().take(NAMED).map(|title| match *title {
        "" => texts.untitled.to_owned(),
        number if number.starts_with('#') => number.to_owned(),
        title => format!("“{title}”"),
    });
    let mut joined = named.collect::<Vec<_>>().join(", ");
    if titles.len() > NAMED {
        joined.push(' ');
        joined.push_str(&texts.more.say((titles.len() - NAMED) as u64));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn landed(conversations: u64, here: u64) -> Landed {
        Landed { conversations, messages: conversations * 2, here, ..Landed::default() }
    }

    fn report(landed: Landed) -> Report {
        let mut report = Report::default();
        report.add(landed);
        report
    }

    #[test]
    fn what_came_in_and_what_did_not_is_told() {
        let mut report = report(landed(3, 1));
        let skipped = |what: &str, why| Skipped { what: what.to_owned(), why };
        report.skipped = vec![skipped("Rome", Why::Empty), skipped("#7", Why::Empty), skipped("", Why::TooLarge)];
        assert!(!report.is_trouble());
        assert_eq!(
            report.sentences(),
            [
                "3 conversations with 6 messages came in.",
                "1 conversation is here already and was left as it is.",
                "2 skipped, because nothing was said in it: “Rome”, #7.",
                "1 skipped, because it is larger than what can be read at once.",
            ]
        );
    }

    #[test]
    fn nothing_is_an_error_and_the_same_again_is_none() {
        let nothing = report(landed(0, 0));
        assert!(nothing.is_trouble());
        assert_eq!(nothing.sentences(), ["Nothing came in."]);
        let again = report(landed(0, 2));
        assert!(!again.is_trouble());
        assert_eq!(again.sentences()[0], "Nothing is new: everything in the file is here already.");
    }

    #[test]
    fn the_rest_is_named_when_the_room_ends() {
        let left_over = (1..=8).map(|n| format!("Title {n}")).collect();
        let report = report(Landed { left_over, stopped: Some(StoreError::Full), ..landed(1, 0) });
        assert!(report.is_trouble());
        let sentences = report.sentences().join("\n");
        assert!(sentences.contains("storage is full"), "{sentences}");
        assert!(sentences.contains("“Title 6” and 2 more. Free some space"), "{sentences}");
    }
}
