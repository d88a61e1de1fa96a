import type { TFunction } from 'i18next'
import { teachable } from '../../../../shared/domain/taught-names.ts'
import { english } from '../../locale.ts'

type FieldName = keyof typeof english.connectionFile.fields
type PartName = keyof typeof english.connectionFile.parts

/** What a setting is called on screen; one without words of its own keeps its name in the file. */
export function nameOfField(t: TFunction, field: string): string {
  return Object.hasOwn(english.connectionFile.fields, field) ? t(`connectionFile.fields.${field as FieldName}`) : field
}

/** Which one of a list it is; of what was taught, the meaning in words. */
export function nameOfItem(t: TFunction, field: string, item: string): string {
  const meaning = field === 'fieldNames' ? teachable.find((one) => one === item) : undefined
  return meaning === undefined ? item : `“${t(`console.fields.${meaning}`)}”`
}

/** What a part of an item is called on screen. */
export function nameOfPart(t: TFunction, part: string): string {
  if (part === 'order') return t('connectionFile.order')
  return Object.hasOwn(english.connectionFile.parts, part) ? t(`connectionFile.parts.${part as PartName}`) : part
}
