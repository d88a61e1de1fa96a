import type { Language } from '../../../shared/domain/language.ts'
import { shownFormatTag } from '../locale.ts'

/** The name of a country in the language of the screen. `code` has two letters. Any other text is returned unchanged. */
export function sayCountry(code: string): string {
  try {
    return new Intl.DisplayNames(shownFormatTag(), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** A language in its own words: `English`, `Español`. */
export function sayLanguage(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
