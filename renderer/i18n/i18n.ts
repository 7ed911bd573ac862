import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../../resources/words/en.json' with { type: 'json' };
import ro from '../../resources/words/ro.json' with { type: 'json' };

export const languages = ['ro', 'en'] as const;
export type Language = (typeof languages)[number];

const STORED_AS = 'language';

/** Starts with the language chosen before, else Romanian where the browser is Romanian, else English. */
export async function startI18n(): Promise<void> {
  const chosen = languages.find((language) => language === localStorage.getItem(STORED_AS));
  const romanian = navigator.languages.some((language) => language.toLowerCase().startsWith('ro'));
  await i18next.use(initReactI18next).init({
    resources: { ro: { translation: ro }, en: { translation: en } },
    lng: chosen ?? (romanian ? 'ro' : 'en'),
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = i18next.language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED_AS, language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
