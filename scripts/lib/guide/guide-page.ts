import { readFileSync } from 'node:fs'
import { shortcutKeysOf, shortcutNames } from '../../../src/renderer/src/shortcuts.ts'
import type { MissionName } from '../../../src/shared/domain/missions.ts'
import { guideWords, type GuideLanguage } from './guide-words.ts'

/** The screens in the order of the guide, each with the picture that shows the screen (`test/pictures/screens.ts`). */
export const guideScreens = {
  home: 'home',
  activate: 'activation-ready',
  customers: 'customer',
  hostnames: 'hostnames',
  bulk: 'bulk-checked',
  queue: 'queue-job',
  activity: 'statistics',
  settings: 'settings-connections',
} as const

export const guidePicture = (language: GuideLanguage, screen: string): string => `images/${language}-${screen}.webp`

/** The steps of each mission, in their order. */
const steps: Readonly<Record<MissionName, readonly string[]>> = {
  activate: ['scan', 'type'],
  swap: ['scan-broken', 'open-customer', 'replace'],
  offline: ['cut', 'scan', 'type', 'mend'],
}

/** The guide in one language, from the texts of the app: the help of each screen, the missions and the shortcuts. */
export function writeGuide(language: GuideLanguage): string {
  const frame = read(language, 'first-screen/frame')
  const help = read(language, 'help')
  const missions = read(language, 'missions')
  const { title, intro, more, key, does } = guideWords[language]
  const screens = Object.keys(guideScreens).map((screen) => {
    const name = textOf(frame, screen)
    return `## ${name}\n\n${textOf(help, `screens.${screen}`)}\n\n![${name}](${guidePicture(language, screen)})`
  })
  const exercises = Object.entries(steps).map(([mission, ofIt]) => {
    const lines = ofIt.map((step, index) => `${String(index + 1)}. ${textOf(missions, `steps.${step}`)}`)
    const head = `### ${textOf(missions, `${mission}.name`)}\n\n${textOf(missions, `${mission}.note`)}`
    return `${head}\n\n${lines.join('\n')}\n\n${textOf(missions, `${mission}.done`)}`
  })
  const shortcuts = shortcutNames.map(
    (name) => `| \`${shortcutKeysOf(name, false, 'electron')}\` | ${textOf(frame, `shortcuts.${name}`)} |`,
  )
  return `${[
    `# ${title}`,
    intro,
    ...screens,
    `## ${textOf(missions, 'title')}`,
    ...exercises,
    `## ${textOf(help, 'keys')}`,
    `| ${key} | ${does} |\n| --- | --- |\n${shortcuts.join('\n')}`,
    textOf(frame, 'shortcuts.note'),
    more,
  ].join('\n\n')}\n`
}

const read = (language: GuideLanguage, part: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../resources/locales/${language}/${part}.json`, import.meta.url), 'utf8'))

/** The text under a key such as \`screens.home\`. */
function textOf(texts: unknown, key: string): string {
  const text = key.split('.').reduce((part, name) => (part as Readonly<Record<string, unknown>>)[name], texts)
  if (typeof text !== 'string') throw new Error(`No text ${key}`)
  return text
}
