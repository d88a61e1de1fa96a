import { emptyLine, lineBreak, type TextLayout } from '../../../../../shared/domain/field-mapping/field-mapping.ts'
import { t } from '../../../locale.ts'

export type SeparatorName = 'recordSeparator' | 'fieldSeparator' | 'nameSeparator'

/** The separators that have a name, by the key of the name in the locale file. */
const named = {
  lineBreak,
  emptyLine,
  semicolon: ';',
  bar: '|',
  comma: ',',
  tab: '\t',
  space: ' ',
  ampersand: '&',
  hash: '#',
  equals: '=',
  colon: ':',
} as const
type NamedSeparator = keyof typeof named

/** The separators offered as choices for each purpose. Any other separator is typed. */
export const offered: Readonly<Record<SeparatorName, readonly NamedSeparator[]>> = {
  recordSeparator: ['lineBreak', 'emptyLine', 'semicolon', 'bar', 'hash'],
  fieldSeparator: ['semicolon', 'bar', 'comma', 'tab', 'space', 'ampersand', 'lineBreak'],
  nameSeparator: ['equals', 'colon'],
}

export const usedSeparators = ({ form }: Pick<TextLayout, 'form'>): readonly SeparatorName[] =>
  form === 'named' ? ['recordSeparator', 'fieldSeparator', 'nameSeparator'] : ['recordSeparator', 'fieldSeparator']

export const separatorOf = (name: NamedSeparator): string => named[name]

export const nameOfSeparator = (separator: string): NamedSeparator | undefined =>
  (Object.keys(named) as NamedSeparator[]).find((name) => named[name] === separator)

export function saySeparator(separator: string): string {
  const name = nameOfSeparator(separator)
  return name === undefined ? separator : t(`console.text.separators.${name}`)
}

export const sayLayout = (layout: TextLayout): string =>
  [
    t(`console.text.forms.${layout.form}.name`),
    ...usedSeparators(layout).map((name) => saySeparator(layout[name])),
  ].join(' · ')
