import type { TFunction } from 'i18next'
import type { Check } from '../../../../shared/bridge/contract.ts'
import { english } from '../../locale.ts'

/** The words at a path of the locale file, such as `settings.fields.name.hint`; undefined if it has none there. */
export function sayIfKnown(t: TFunction, path: string): string | undefined {
  const words = path.split('.').reduce<unknown>((above, name) => entriesOf(above).get(name), english)
  // The cast is safe: the path was just found.
  return typeof words === 'string' ? t(path as 'ui.save') : undefined
}

/** The name of a setting, in Settings and in a connection file. A setting without words keeps its own name. */
export const saySetting = (t: TFunction, setting: string): string =>
  sayIfKnown(t, `settings.fields.${setting}.label`) ?? setting

/** The name of a choice of a setting. The name of a call stands for itself. */
export const sayChoice = (t: TFunction, setting: string, choice: string): string =>
  sayIfKnown(t, `settings.fields.${setting}.choices.${choice}`) ?? choice

/** The message of a finding of a connection test. A finding without one gets the message of its outcome. */
export const sayConnectionFinding = (t: TFunction, { finding, outcome }: Pick<Check, 'finding' | 'outcome'>): string =>
  sayIfKnown(t, `connection.checks.findings.${finding}`) ?? t(`connection.checks.general.${outcome}`)

const entriesOf = (words: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof words === 'object' && words !== null ? Object.entries(words) : [])
