import { fieldsOf, type Body, type Field, type ListBody, type Tree } from './tree.ts'
import type { PlatformDescription } from './description.ts'

/** A whole answer as a tree, and the name of its root in XML. */
export interface Wrapped {
  readonly root: string
  readonly tree: Tree
}

type TreeBody = Extract<Body, { kind: 'outcome' | 'record' | 'list' | 'nothing' }>

/** Puts an answer into the platform's envelope. `number` counts the calls, for envelopes with a number. */
export function wrapBody(body: TreeBody, description: PlatformDescription, number: number): Wrapped {
  const { names } = description
  switch (body.kind) {
    case 'outcome':
      return wrapOutcome(body, description, number)
    case 'record':
      return wrapContent(fieldsOf(body.fields), body.meta, description, number, body.item)
    case 'list':
      return wrapList(body, description, number)
    case 'nothing': {
      const { form, meta, list } = body
      const content = form === 'null' ? null : form === 'empty-string' ? '' : fieldsOf([])
      if (list === undefined) return wrapContent(content, meta, description, number, names.root)
      const isNamed = description.reads.list !== 'bare' || meta.length > 0
      if (form === 'missing') return wrapContent(fieldsOf([]), meta, description, number, names.root)
      return wrapContent(isNamed ? fieldsOf([[list, content]]) : content, meta, description, number, list)
    }
  }
}

function wrapList(body: ListBody, description: PlatformDescription, number: number): Wrapped {
  const { shape, items, item, name, meta } = body
  const isOne = description.reads.doesOneCollapse && items.length === 1 && shape !== 'map' && shape !== 'per-line'
  const trees = items.map(({ tree }) => tree)
  const list: Tree =
    shape === 'map'
      ? { kind: 'map', item, entries: items.map(({ key, tree }): Field => [key, tree]) }
      : shape === 'joined'
        ? trees.map(String).join(',')
        : isOne
          ? (trees[0] ?? null)
          : { kind: 'list', item, items: trees }
  const isNamed = shape === 'wrapped' || meta.length > 0
  return wrapContent(isNamed ? fieldsOf([[name, list]]) : list, meta, description, number, name)
}

function wrapOutcome(
  { says, fields, hasFlag }: Extract<Body, { kind: 'outcome' }>,
  description: PlatformDescription,
  number: number,
): Wrapped {
  const { names, envelope } = description
  const root = names.root
  const manner = envelope[says]
  if (envelope.kind === 'json-rpc')
    return { root, tree: callFrame(number, [says === 'yes' ? names.wrapper : names.errorWrapper, fieldsOf(fields)]) }
  if (manner === 'error-wrapper') {
    const inner = hasFlag ? fields.slice(1) : fields
    const outer = hasFlag ? fields.slice(0, 1) : []
    const wrapped: readonly Field[] = inner.length === 0 ? [] : [[names.errorWrapper, fieldsOf(inner)]]
    return { root, tree: fieldsOf([...outer, ...wrapped]) }
  }
  if (manner === 'flat' || envelope.kind === 'bare' || envelope.kind === 'soap') return { root, tree: fieldsOf(fields) }
  if (envelope.metaAt === 'outer') return { root, tree: fieldsOf([...fields, [names.wrapper, null]]) }
  return wrapContent(fieldsOf(fields), [], description, number, root)
}

function wrapContent(
  content: Tree,
  meta: readonly Field[],
  { envelope, names }: PlatformDescription,
  number: number,
  ownName: string,
): Wrapped {
  const root = names.root
  const isFields = typeof content === 'object' && content !== null && content.kind === 'fields'
  const merged = isFields ? fieldsOf([...meta, ...content.fields]) : content
  const isInside = envelope.metaAt === 'inner' && isFields
  switch (envelope.kind) {
    case 'bare':
    case 'soap':
      if (meta.length === 0) return { root: ownName, tree: content }
      return { root, tree: isFields ? merged : fieldsOf([...meta, [names.wrapper, content]]) }
    case 'one':
      return {
        root,
        tree: isInside ? fieldsOf([[names.wrapper, merged]]) : fieldsOf([...meta, [names.wrapper, content]]),
      }
    case 'two': {
      const inner = fieldsOf([[names.innerWrapper, isInside ? merged : content]])
      return { root, tree: fieldsOf([...(isInside ? [] : meta), [names.wrapper, inner]]) }
    }
    case 'json-rpc':
      return { root, tree: callFrame(number, [names.wrapper, merged]) }
  }
}

function callFrame(number: number, field: Field): Tree {
  return fieldsOf([['jsonrpc', '2.0'], field, ['id', number]])
}
