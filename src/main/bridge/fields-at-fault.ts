import type { z } from 'zod'

const ruleCode = /^[a-z][a-z0-9-]{0,40}$/
const pathPart = /^[A-Za-z0-9_-]{1,40}$/
const most = 50

/**
 * Path -> rule code, for the screen to mark the fields. Made of the rules' names alone: a validator's own sentence, or a
 * key it found, may quote what was typed.
 */
export function fieldsAtFault(error: z.ZodError): Record<string, string> {
  const marked = error.issues.map((issue): [string, string] => [
    issue.path.map((part) => (pathPart.test(String(part)) ? String(part) : '?')).join('.'),
    ruleCode.test(issue.message) ? issue.message : issue.code.replaceAll('_', '-'),
  ])
  // The first rule broken at a path is the one to mend first.
  return Object.fromEntries(marked.slice(0, most).toReversed())
}
