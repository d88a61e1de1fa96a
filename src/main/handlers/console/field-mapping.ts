import { isOperationId, operation, type CatalogueOperation } from '../../../platform/catalogue/catalogue.ts'
import { defaultFieldNames, withFieldMapping, type FieldNames } from '../../../platform/field-names.ts'
import { interpret } from '../../../platform/interpret.ts'
import { listLeaves, listStatuses } from '../../../platform/read/list-leaves.ts'
import { previewText } from '../../../platform/text/preview-text.ts'
import { proposeTextLayout } from '../../../platform/text/propose-text-layout.ts'
import { createRedactor, redacted } from '../../../platform/redact.ts'
import { plainTextOf } from '../../../platform/text/text-records.ts'
import type { TextView } from '../../../shared/bridge/console-channels.ts'
import type { TextLayout } from '../../../shared/domain/field-mapping/text-layout.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import { tokenPlace } from '../../../shared/domain/connection/connection.ts'
import type { Handlers } from '../../app.ts'
import { updateConnection } from '../connections/update-connection.ts'
import { problem } from '../session/problem.ts'
import { done, type SessionHandlers } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import { understand } from './console.ts'

/** Tries a field mapping (how a platform names its fields and statuses) on one of the platform's answers. */
export const fieldMappingHandlers: SessionHandlers<'field-mapping.preview'> = {
  'field-mapping.preview': (session, { operation: id, status, text, names: mapped, layout }) => {
    if (!isOperationId(id)) return problem('not-found', 'There is no such operation')
    const call = operation(id)
    const names = withFieldMapping(mapped)
    const connection = session.settings.active()
    const token = connection && session.tokens.read(connection.id, tokenPlace(connection))
    // A pasted answer may contain the token, so it is redacted.
    const redactor = createRedactor(token === undefined ? [] : [token])
    const exchange = { reach: 'answered' as const, status, headers: {}, text: fixHidden(text) }
    const context = { now: session.clock.now(), redactor, tokenRedactor: redactor, ...(names && { names }) }
    const answer = interpret(exchange, call, { ...context, layout: layout ?? undefined })
    const known = names ?? defaultFieldNames
    const shown = describeText(redactor.text(exchange.text), call, known, layout ?? undefined)
    return succeed({
      ...defined({ text: shown }),
      leaves: listLeaves(answer.data, known).map(({ keys, ...leaf }) => ({ ...leaf, keys: [...keys] })),
      statuses: [...listStatuses(answer.data, call, known)],
      understood: understand(call, answer),
    })
  },
}

/** Saves a field mapping with the active connection. The connection's work continues with the new mapping. */
export const createFieldMappingSave =
  (sessions: Sessions): Handlers['field-mapping.save'] =>
  ({ names, layout }) =>
    sessions.use(async ({ settings }) => {
      const connection = settings.active()
      if (connection === undefined) return problem('no-connection', 'There is no connection to map fields for')
      const mapped = { ...connection, fieldNames: names, ...(layout !== undefined && { textLayout: layout }) }
      updateConnection({ settings, sessions }, mapped)
      await sessions.refresh()
      return done
    })

/** Shows a plain text as records, with the given layout or else with a proposed one. Undefined for any other answer. */
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
    fields: fields.map(({ name, samples }) => ({ name, samples: [...samples] })),
    total,
    ...defined({ proposed, misfit }),
  }
}

/** Puts quotes around a redacted number, because the JSON would be invalid without them. */
const fixHidden = (text: string): string =>
  text.replace(new RegExp(String.raw`(:\s{0,8})${redacted}`, 'g'), `$1"${redacted}"`)
