// Texts of the element that are shown before the app is loaded, in three languages.

const WORDS = {
  en: { failed: "The chat could not be loaded. Nothing is lost: check your internet connection and try again.", again: "Try again" },
  uk: { failed: "Чат не вдалося завантажити. Нічого не втрачено: перевірте підключення до інтернету й спробуйте ще раз.", again: "Спробувати ще раз" },
  ru: { failed: "Чат не удалось загрузить. Ничего не потеряно: проверьте подключение к интернету и попробуйте ещё раз.", again: "Попробовать ещё раз" },
} as const;

/** The texts in the requested language, or in the first supported one of the browser's. */
export function saying(language: string | null): { readonly tag: string; readonly failed: string; readonly again: string } {
  const asked = [language, ...navigator.languages].map(tag => tag?.slice(0, 2).toLowerCase());
  const tag = asked.find((one): one is keyof typeof WORDS => one !== undefined && one in WORDS) ?? "en";
  return { tag, ...WORDS[tag] };
}
