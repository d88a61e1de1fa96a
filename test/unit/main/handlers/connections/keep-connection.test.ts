import { expect, test } from 'vitest'
import type { Book } from '../../../../../src/main/handlers/session/book.ts'
import { keepConnection } from '../../../../../src/main/handlers/connections/keep-connection.ts'
import type { Office } from '../../../../../src/main/handlers/session/office.ts'
import type { Connection } from '../../../../../src/shared/domain/connection/connection.ts'
import type { TextLayout } from '../../../../../src/shared/domain/teach/text-layout.ts'
import { makeConnection } from '../../jobs/make-job.ts'

const layout: TextLayout = {
  form: 'named',
  recordSeparator: '\n',
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: {},
}
const known = { ...makeConnection(), fieldNames: { userid: ['kunde'] }, textLayout: layout }

/** What is kept of a change, and whether what was learnt of the platform was forgotten. */
function keep(changed: Connection): { readonly kept: Connection | undefined; readonly isForgotten: boolean } {
  let kept: Connection | undefined
  let isForgotten = false
  const book = { connection: () => known, saveConnection: (one: Connection) => (kept = one) } as unknown as Book
  const forget = (): void => {
    isForgotten = true
  }
  const office = { open: () => ({ queue: { knowledge: { forget } } }) } as unknown as Office
  keepConnection({ book, office }, changed)
  return { kept, isForgotten }
}

const { fieldNames: _, textLayout: __, ...asked } = known

test('takes nothing away that a form does not ask for', () => {
  expect(keep({ ...asked, name: 'Renamed' })).toEqual({ kept: { ...known, name: 'Renamed' }, isForgotten: false })
})

test.each<readonly [string, Partial<Connection>]>([
  ['another layout', { textLayout: { ...layout, fieldSeparator: '|' } }],
  ['no layout', { textLayout: null }],
  ['other names', { fieldNames: { userid: ['login'] } }],
])('forgets what was learnt of a platform whose answers are read by %s', (_, changed) => {
  expect(keep({ ...known, ...changed })).toEqual({ kept: { ...known, ...changed }, isForgotten: true })
})
