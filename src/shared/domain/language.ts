export const languages = ['en', 'es', 'fr', 'pt', 'ar'] as const
export type Language = (typeof languages)[number]

/** The user's choice of language. `system`: the first of the system's languages that Setdesk supports. */
export const languageChoices = ['system', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** The language of handouts. `screen`: the language of the screens. */
export const handoutLanguages = ['screen', ...languages] as const

/** The language for a choice. `systems`: BCP 47 tags in order of preference. English if Setdesk supports none of these languages. */
export function languageFor(choice: LanguageChoice, systems: readonly string[]): Language {
  if (choice !== 'system') return choice
  const wanted = systems.map((tag) => tag.toLowerCase().split(/[-_@.]/, 1)[0])
  return wanted.flatMap((name) => languages.filter((language) => language === name))[0] ?? 'en'
}

const usualForms: Partial<Record<Language, string>> = { pt: 'pt-PT' }

/** The language tag for texts and plurals. For Portuguese it is `pt-PT`, which gives `0 tarefas`; plain `pt` would give `0 tarefa`. */
export const usualFormOf = (language: Language): string => usualForms[language] ?? language

const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = { en: 'ltr', es: 'ltr', fr: 'ltr', pt: 'ltr', ar: 'rtl' }

export const directionOf = (language: Language): 'ltr' | 'rtl' => directions[language]

/**
 * The tag for dates and numbers: the system's own form of the language if there is one, such as `en-GB`. Digits are Latin in every
 * language, because identifiers and phone numbers have Latin digits.
 */
export function formatTagOf(language: Language, systems: readonly string[]): string {
  const own = systems.map(readTag).find((tag) => tag?.language === language)
  return new Intl.Locale(own ?? usualFormOf(language), { numberingSystem: 'latn' }).toString()
}

/** Reads a language tag. Undefined if the text is not a language tag. For example, Linux without a language set reports `en-US@posix`. */
function readTag(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text)
  } catch {
    return undefined
  }
}

/** Replaces the digits that Arabic and Persian keyboards type by 0 to 9. */
export const westernDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
