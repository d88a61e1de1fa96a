import { createInstance } from 'i18next'
import { directionOf, formatTagOf, usualFormOf, type Language } from '../../shared/domain/language.ts'
import type { Texts } from './english.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'screen'
    readonly resources: { readonly screen: Texts }
    readonly returnNull: false
  }
}

interface Part {
  readonly texts: Partial<Texts>
}

/** The texts of each language in two parts: those of the first screen, and the rest. */
const loaders: Readonly<Record<Language, readonly [first: () => Promise<Part>, rest: () => Promise<Part>]>> = {
  en: [() => import('virtual:texts/en-first'), () => import('virtual:texts/en-rest')],
  es: [() => import('virtual:texts/es-first'), () => import('virtual:texts/es-rest')],
  fr: [() => import('virtual:texts/fr-first'), () => import('virtual:texts/fr-rest')],
  pt: [() => import('virtual:texts/pt-first'), () => import('virtual:texts/pt-rest')],
  ar: [() => import('virtual:texts/ar-first'), () => import('virtual:texts/ar-rest')],
}

/** Characters that set the direction of all text after them. Inside a value, they would change the order of the sentence around it. */
const turning = /[\u202A-\u202E]/g

/** Marks a value so that a right-to-left sentence keeps both the order of a Latin value and the order of the other words. */
export const isolate = (value: string): string => {
  const calm = value.replaceAll(turning, '')
  return directionOf(shownLanguage()) === 'rtl' ? `\u2068${calm}\u2069` : calm
}

/** Joins words and values, each in its own direction. Missing and empty parts are left out. Arabic has a comma of its own. */
export const joinWords = (parts: readonly (string | undefined)[], by: ' · ' | ', ' = ' · '): string =>
  parts
    .flatMap((part) => (part === undefined || part === '' ? [] : [isolate(part)]))
    .join(by === ', ' && shown === 'ar' ? '، ' : by)

const locale = createInstance()
let shown: Language | undefined
let formatTag = 'en'
let systemTags: readonly string[] = []

void locale.init({
  ns: ['screen'],
  defaultNS: 'screen',
  resources: {},
  returnNull: false,
  initAsync: false,
  // React escapes what it shows, so i18next's escape function is free to isolate values.
  interpolation: { escapeValue: true, escape: isolate },
  // A missing key throws in development and in tests. The built app shows the key itself.
  ...(import.meta.env.DEV && {
    parseMissingKeyHandler: (key: string) => {
      throw new Error(`No words for ${key}`)
    },
  }),
})

/** The text for a key: `t('queue.title')`. Keys are typed. Empty before `speak`. */
export const { t } = locale

/** Whether there is a text for a key that was composed at run time. */
export const hasWords = (key: string): boolean => locale.exists(key)

/** The language on screen. Call it only after `speak`. Before that it is undefined, which the type does not show. */
export const shownLanguage = (): Language => shown as Language

/** The language tag for dates and numbers. */
export const shownFormatTag = (): string => formatTag

const add = async (language: Language, load: () => Promise<Part>): Promise<void> =>
  void locale.addResourceBundle(usualFormOf(language), 'screen', (await load()).texts, true, true)

/** Loads a language, which `t` then uses. A text that is already on screen changes when it is rendered again. */
export async function speak(language: Language, systems: readonly string[]): Promise<void> {
  await add(language, loaders[language][0])
  if (isAllWanted) await addRest(language)
  await locale.changeLanguage(usualFormOf(language))
  shown = language
  systemTags = systems
  formatTag = formatTagOf(language, systems)
}

/** The texts of one language, with its tag for dates and numbers. */
export interface Speech {
  readonly language: Language
  readonly t: typeof t
  readonly formatTag: string
}

export const shownSpeech = (): Speech => ({ language: shownLanguage(), t, formatTag })

/** The texts of the first screen and of handouts, in a language that may differ from the screen's. */
export async function speechIn(language: Language): Promise<Speech> {
  await add(language, loaders[language][0])
  return { language, t: locale.getFixedT(usualFormOf(language)), formatTag: formatTagOf(language, systemTags) }
}

/** Loads the texts of all screens. Every screen except the first waits until these texts are loaded. */
export async function allWords(): Promise<void> {
  isAllWanted = true
  await addRest(shownLanguage())
}

let isAllWanted = false
const complete = new Set<Language>()

async function addRest(language: Language): Promise<void> {
  if (complete.has(language)) return
  await add(language, loaders[language][1])
  complete.add(language)
}
