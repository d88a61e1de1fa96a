import { type Answer, withFieldMapping } from '../../../src/platform/answer.ts'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import type { FieldMapping } from '../../../src/shared/domain/field-mapping/field-mapping.ts'

const nothing = { text: (text: string) => text }

interface Said {
  readonly status?: number
  readonly mapped?: FieldMapping
}

/** What an answer to an operation means with this field mapping. The HTTP status is 200 unless `status` is given. */
export function answerTo(id: OperationId, text: string, { status = 200, mapped }: Said = {}): Answer {
  const names = withFieldMapping(mapped)
  const context = { now: 0, redactor: nothing, tokenRedactor: nothing, ...(names && { names }) }
  return interpret({ reach: 'answered', status, headers: {}, text }, operation(id), context)
}
