import { isObject, readBody, type Body } from '../body.ts'
import { defaultFieldNames } from '../field-names.ts'
import { findAll } from '../find-fields.ts'

/** The format of a platform's answers (What clients saw). `unknown`: none of the formats seen so far. */
export type FoundDialect = 'classic' | 'modern' | 'terse' | 'unknown'

/**
 * Finds the dialect from raw answers to several reads. JSON inside a JSON text means classic, bare words mean terse, an
 * envelope with an outcome means modern, a bare `Message` means classic. Any other JSON counts as modern.
 */
export function findDialect(answers: readonly string[]): FoundDialect {
  const bodies = answers.map(readBody)
  if (answers.some(isDoublyEncoded)) return 'classic'
  if (bodies.some(({ kind }) => kind === 'text')) return 'terse'
  if (bodies.some((body) => has(body, 'outcome'))) return 'modern'
  if (bodies.some((body) => has(body, 'message'))) return 'classic'
  return bodies.some(({ kind }, index) => kind === 'data' && /^\s*[[{]/.test(answers[index] ?? ''))
    ? 'modern'
    : 'unknown'
}

function isDoublyEncoded(text: string): boolean {
  try {
    const outer: unknown = JSON.parse(text)
    return typeof outer === 'string' && /^\s*[[{]/.test(outer)
  } catch {
    return false
  }
}

const has = (body: Body, field: 'outcome' | 'message'): boolean =>
  body.kind === 'data' && isObject(body.data) && findAll(body.data, field, defaultFieldNames).length > 0
