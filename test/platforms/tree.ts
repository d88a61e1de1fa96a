import type { Leaf } from './description.ts'

/** A named value. */
export type Field = readonly [name: string, value: Tree]

/** What JSON and XML can contain: a scalar, fields, a list, or entries under keys. */
export type Tree =
  | Leaf
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'list'; readonly item: string; readonly items: readonly Tree[] }
  | { readonly kind: 'map'; readonly item: string; readonly entries: readonly Field[] }

/** The content of an answer, before it is encoded. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'page'; readonly text: string }
  /** A bare scalar. */
  | { readonly kind: 'words'; readonly text: string | number }
  /** Only yes or no; `flag` is the first field, if there is one. */
  | {
      readonly kind: 'outcome'
      readonly says: 'yes' | 'no'
      readonly hasFlag: boolean
      readonly fields: readonly Field[]
    }
  | { readonly kind: 'fault'; readonly code: string; readonly text: string }
  | {
      readonly kind: 'record'
      readonly meta: readonly Field[]
      readonly item: string
      readonly fields: readonly Field[]
    }
  | ListBody
  | {
      readonly kind: 'nothing'
      readonly form: 'null' | 'empty-string' | 'empty-object' | 'missing'
      readonly meta: readonly Field[]
      /** The name of the missing list, if the answer would have been one. */
      readonly list?: string
    }

/** A list of records, or of scalars. */
export interface ListBody {
  readonly kind: 'list'
  readonly meta: readonly Field[]
  readonly name: string
  readonly item: string
  readonly shape: 'bare' | 'wrapped' | 'map' | 'per-line' | 'joined'
  readonly items: readonly { readonly key: string; readonly tree: Tree }[]
  /** The columns of an item, for a header without rows. */
  readonly columns: readonly string[]
}

/** Fields as a tree. */
export function fieldsOf(fields: readonly Field[]): Tree {
  return { kind: 'fields', fields }
}
