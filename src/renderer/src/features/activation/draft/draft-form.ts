import type { FieldErrors, Resolver } from 'react-hook-form'
import { useFormContext } from 'react-hook-form'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { OptionSettings } from './draft-options.ts'
import { readDraft, type DraftReading } from './read-draft.ts'

/** Validates a draft for the form. Each problem is an error at its field; the error's type is the rule code. */
export function createDraftResolver(connection: Pick<Connection, 'defaults'> & OptionSettings): Resolver<Draft> {
  return (draft) => {
    const { problems } = readDraft(draft, connection)
    const errors = nestProblems(problems)
    return Object.keys(errors).length === 0 ? { values: draft, errors: {} } : { values: {}, errors }
  }
}

function nestProblems(problems: DraftReading['problems']): FieldErrors<Draft> {
  const nested: Record<string, unknown> = {}
  for (const [path, type] of Object.entries(problems)) {
    const [head = '', tail] = path.split('.')
    if (tail === undefined) nested[head] = { type }
    else nested[head] = { ...(nested[head] as object | undefined), [tail]: { type } }
  }
  return nested
}

/** The form of the open draft. */
export function useDraftForm() {
  return useFormContext<Draft>()
}
