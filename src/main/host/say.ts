import ar from '../../../resources/locales/host-ar.json' with { type: 'json' }
import en from '../../../resources/locales/host-en.json' with { type: 'json' }
import es from '../../../resources/locales/host-es.json' with { type: 'json' }
import fr from '../../../resources/locales/host-fr.json' with { type: 'json' }
import pt from '../../../resources/locales/host-pt.json' with { type: 'json' }
import { isDiskFull } from '../storage/files.ts'
import { languageFor, type Language, type LanguageChoice } from '../../shared/domain/language.ts'

const texts: Readonly<Record<Language, typeof en>> = { en, es, fr, pt, ar }

// The language is read from plural rules and not from a date format, because plural rules are ready 50 times sooner.
const systems: readonly string[] = [new Intl.PluralRules().resolvedOptions().locale]
let language = languageFor('system', systems)

/** The texts of the host's dialogs, own pages and terminal, in the system's language until another language is chosen. */
export const hostTexts = (): typeof en => texts[language]

export function speakAs(choice: LanguageChoice): void {
  language = languageFor(choice, systems)
}

export const fillIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

export function sayUnsent(count: number): string {
  const { close } = hostTexts()
  const form = new Intl.PluralRules(language).select(count)
  const sentence = new Map<string, string>(Object.entries(close)).get(`message_${form}`)
  return fillIn(sentence ?? close.message_other, { count })
}

/** What a dialog or the terminal says when an error ends Setdesk, at the start (`failed`) or later. `code`: what the user can pass on. */
export const sayFailure = (thrown: unknown, code: string, when: 'failed' | 'broken'): string =>
  isDiskFull(thrown) ? hostTexts().noRoom : fillIn(hostTexts()[when], { code })
