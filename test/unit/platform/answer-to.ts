import type { Answer } from '../../../src/platform/answer.ts'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { withTaughtNames } from '../../../src/platform/field-names.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import type { TaughtNames } from '../../../src/shared/domain/teach/taught-names.ts'

const nothing = { text: (text: string) => text }

interface Said {
  readonly status?: number
  readonly taught?: TaughtNames
}

/** What an answer to an operation means with this field mapping. The HTTP status is 200 unless `status` is given. */
export function answerTo(id: OperationId, text: string, { status = 200, taught }: Said = {}): Answer {
  const names = withTaughtNames(taught)
  const context = { now: 0, redactor: nothing, tokenRedactor: nothing, ...(names && { names }) }
  return interpret({ reach: 'answered', status, headers: {}, text }, operation(id), context)
}
