import type { TFunction } from 'i18next'
import { teachable } from '../../../../shared/domain/teach/taught-names.ts'
import type { SettingChange } from '../../../../shared/domain/connection/setting-changes.ts'
import { textForms } from '../../../../shared/domain/teach/text-layout.ts'
import { english } from '../../locale.ts'
import { saySeparator } from '../console/teach/separators.ts'

const layoutParts = ['form', 'recordSeparator', 'fieldSeparator', 'nameSeparator', 'columns'] as const

type FieldName = keyof typeof english.connectionFile.fields
type PartName = keyof typeof english.connectionFile.parts

/** What a setting is called on screen; one without words of its own keeps its name in the file. */
export function nameOfField(t: TFunction, field: string): string {
  return Object.hasOwn(english.connectionFile.fields, field) ? t(`connectionFile.fields.${field as FieldName}`) : field
}

/** Which one of a list it is; of what was taught, the meaning in words. */
export function nameOfItem(t: TFunction, field: string, item: string): string {
  const part = field === 'textLayout' ? layoutParts.find((one) => one === item) : undefined
  if (part !== undefined) return `“${t(`console.text.${part}`)}”`
  const meaning = field === 'fieldNames' ? teachable.find((one) => one === item) : undefined
  return meaning === undefined ? item : `“${t(`console.fields.${meaning}`)}”`
}

/** A value as it is said on screen; a separator of texts by its name, since some cannot be seen. */
export function nameOfValue(
  t: TFunction,
  { field, item }: Pick<SettingChange, 'field' | 'item'>,
  value: string,
): string {
  if (field !== 'textLayout') return value
  const form = item === 'form' ? textForms.find((one) => one === value) : undefined
  if (form !== undefined) return t(`console.text.forms.${form}.name`)
  return item === 'columns' ? value : saySeparator(t, value)
}

/** What a part of an item is called on screen. */
export function nameOfPart(t: TFunction, part: string): string {
  if (part === 'order') return t('connectionFile.order')
  return Object.hasOwn(english.connectionFile.parts, part) ? t(`connectionFile.parts.${part as PartName}`) : part
}
