import { isOperationId, operation, type CatalogueOperation } from '../../../platform/catalogue/catalogue.ts'
import { defaultFieldNames, withTaughtNames, type FieldNames } from '../../../platform/field-names.ts'
import { interpret } from '../../../platform/interpret.ts'
import { listLeaves, listStatuses } from '../../../platform/read/list-leaves.ts'
import { previewText } from '../../../platform/text/preview-text.ts'
import { proposeTextLayout } from '../../../platform/text/propose-text-layout.ts'
import { createRedactor, redacted } from '../../../platform/redact.ts'
import { plainTextOf } from '../../../platform/text/taught-body.ts'
import type { TextView } from '../../../shared/bridge/console-channels.ts'
import type { TextLayout } from '../../../shared/domain/teach/text-layout.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { tokenPlace } from '../../vault/token-place.ts'
import type { Book } from '../session/book.ts'
import { keepConnection } from '../connections/keep-connection.ts'
import { done, type Office } from '../session/office.ts'
import { problem } from '../session/problem.ts'
import { understand } from './understand.ts'

export interface TeachingDeskDeps {
  readonly ports: Ports
  readonly book: Book
  readonly office: Office
}

/** Field mapping: how a platform names its fields and statuses. Tried on one of its answers, then saved with the connection. */
export function createTeachingDesk({
  ports,
  book,
  office,
}: TeachingDeskDeps): Pick<Handlers, 'teaching.look' | 'teaching.save'> {
  return {
    'teaching.look': ({ operation: id, status, text, names: taught, layout }) =>
      office.use(({ tokens }) => {
        if (!isOperationId(id)) return problem('not-found', 'There is no such operation')
        const call = operation(id)
        const names = withTaughtNames(taught)
        const connection = book.active()
        const token = connection && tokens.read(connection.id, tokenPlace(connection))
        // A pasted answer may contain the token, so it is redacted.
        const redactor = createRedactor(token === undefined ? [] : [token])
        const exchange = { reach: 'answered' as const, status, headers: {}, text: mendHidden(text) }
        const context = { now: ports.clock.now(), redactor, tokenRedactor: redactor, ...(names && { names }) }
        const answer = interpret(exchange, call, { ...context, layout: layout ?? undefined })
        const known = names ?? defaultFieldNames
        const shown = describeText(redactor.text(exchange.text), call, known, layout ?? undefined)
        return succeed({
          ...(shown && { text: shown }),
          leaves: listLeaves(answer.data, known).map(({ keys, ...leaf }) => ({ ...leaf, keys: [...keys] })),
          statuses: [...listStatuses(answer.data, call, known)],
          understood: understand(call, answer),
        })
      }),
    'teaching.save': ({ names, layout }) =>
      office.use(async () => {
        const connection = book.active()
        if (connection === undefined) return problem('no-connection', 'There is no connection to teach')
        keepConnection(
          { book, office },
          { ...connection, fieldNames: names, ...(layout !== undefined && { textLayout: layout }) },
        )
        await office.refresh()
        return done
      }),
  }
}

/** A plain text as records, read with the given layout, or else with a suggested one. Undefined for any other answer. */
function describeText(
  text: string,
  { id }: CatalogueOperation,
  names: FieldNames,
  layout: TextLayout | undefined,
): TextView | undefined {
  const plain = plainTextOf(text)
  if (plain === undefined) return undefined
  const proposed = proposeTextLayout(plain)
  const tried = layout ?? proposed
  const { fields, total, misfit } =
    tried === undefined ? { fields: [], total: 0, misfit: undefined } : previewText(plain, tried, id, names)
  return {
    ...(proposed && { proposed }),
    fields: fields.map(({ name, samples }) => ({ name, samples: [...samples] })),
    total,
    ...(misfit !== undefined && { misfit }),
  }
}

/** A number that was redacted leaves invalid JSON; this puts quotes around it. */
const mendHidden = (text: string): string =>
  text.replace(new RegExp(String.raw`(:\s{0,8})${redacted}`, 'g'), `$1"${redacted}"`)
