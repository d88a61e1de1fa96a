import type { TFunction } from 'i18next'
import { english } from '../../locale.ts'
import type { DraftPath } from '../activation/draft/read-draft.ts'

type FieldName = keyof typeof english.bulk.fields

/** The name of a field on this screen. */
export function nameOfPath(t: TFunction, path: DraftPath): string {
  const name = path.replace(/^.*\./, '')
  return t(`bulk.fields.${isFieldName(name) ? name : 'raw'}`)
}

const isFieldName = (name: string): name is FieldName => Object.hasOwn(english.bulk.fields, name)
