import type { FieldErrors, Resolver } from 'react-hook-form'
import { useFormContext } from 'react-hook-form'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { OptionSettings } from './draft-options.ts'
import { readDraft, type DraftReading } from './read-draft.ts'

/** The rules of a draft as the form asks for them: each problem at its field, its code as the error's type. */
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

/** The form of the draft that is being filled in. */
export function useDraftForm() {
  return useFormContext<Draft>()
}
