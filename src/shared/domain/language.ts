/** The languages of the screens. */
export const languages = ['en', 'es', 'fr', 'pt', 'ar'] as const
export type Language = (typeof languages)[number]

/** What a person chooses; `system`: the first of the system's languages that Setdesk has. */
export const languageChoices = ['system', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** The language of handouts; `screen`: that of the screens. */
export const handoutLanguages = ['screen', ...languages] as const

/** The language for a choice. `systems`: BCP 47 tags, the most wanted first. English if Setdesk has none of them. */
export function languageFor(choice: LanguageChoice, systems: readonly string[]): Language {
  if (choice !== 'system') return choice
  const wanted = systems.map((tag) => tag.toLowerCase().split(/[-_@.]/, 1)[0])
  return wanted.flatMap((name) => languages.filter((language) => language === name))[0] ?? 'en'
}

const usualForms: Partial<Record<Language, string>> = { pt: 'pt-PT' }

/** The language tag that Setdesk uses for texts and plurals. `pt-PT` gives `0 tarefas`, where plain `pt` would give `0 tarefa`. */
export const usualFormOf = (language: Language): string => usualForms[language] ?? language

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/**
 * The tag for dates and numbers: the system's own form of the language if there is one, such as `en-GB`. Digits are Latin in every
 * language, because identifiers and phone numbers are.
 */
export function formatTagOf(language: Language, systems: readonly string[]): string {
  const own = systems.map(readTag).find((tag) => tag?.language === language)
  return new Intl.Locale(own ?? usualFormOf(language), { numberingSystem: 'latn' }).toString()
}

/** A system may give what is no tag, such as `en-US@posix` where Linux has no language set. */
function readTag(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text)
  } catch {
    return undefined
  }
}
