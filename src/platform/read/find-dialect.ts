import { isObject, readBody, type Body } from '../body.ts'
import { defaultFieldNames } from '../field-names.ts'
import { findAll } from '../find-fields.ts'

/** How a platform words its answers (What clients saw); `unknown`: in none of the ways that were seen so far. */
export type FoundDialect = 'classic' | 'modern' | 'terse' | 'unknown'

/**
 * The dialect that raw answers to several reads show together. JSON inside a JSON text is classic's alone, bare words are
 * terse's; an envelope that says whether it went well is modern's, a bare `Message` classic's. Other JSON reads like modern.
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
