import { expect, test } from 'vitest'
import type { SettingsRepository } from '../../../../../src/main/handlers/session/settings-repository.ts'
import { updateConnection } from '../../../../../src/main/handlers/connections/store-connection.ts'
import type { Sessions } from '../../../../../src/main/handlers/session/sessions.ts'
import type { Connection } from '../../../../../src/shared/domain/connection/connection.ts'
import type { TextLayout } from '../../../../../src/shared/domain/field-mapping/field-mapping.ts'
import { makeConnection } from '../../jobs/make-job.ts'

const layout: TextLayout = {
  form: 'named',
  recordSeparator: '\n',
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: {},
}
const known = { ...makeConnection(), fieldNames: { userid: ['kunde'] }, textLayout: layout }

/** The connection that was saved, and whether the knowledge about its platform was deleted. */
function keep(changed: Connection): { readonly kept: Connection | undefined; readonly isForgotten: boolean } {
  let kept: Connection | undefined
  let isForgotten = false
  const forgotten: string[] = []
  const settings = {
    connection: () => known,
    saveConnection: (one: Connection) => (kept = one),
  } as unknown as SettingsRepository
  const forget = (): void => {
    isForgotten = true
  }
  const answers = { forget: (id: string) => void forgotten.push(id) }
  const sessions = { current: () => ({ queue: { knowledge: { forget } }, answers }) } as unknown as Sessions
  updateConnection({ settings, sessions }, changed)
  expect(forgotten).toEqual(isForgotten ? [known.id] : [])
  return { kept, isForgotten }
}

const { fieldNames: _, textLayout: __, ...asked } = known

test('a changed connection keeps the field mapping that the form does not show', () => {
  expect(keep({ ...asked, name: 'Renamed' })).toEqual({ kept: { ...known, name: 'Renamed' }, isForgotten: false })
})

test.each<readonly [string, Partial<Connection>]>([
  ['another field separator', { textLayout: { ...layout, fieldSeparator: '|' } }],
  ['no rules for plain text', { textLayout: null }],
  ['other field names', { fieldNames: { userid: ['login'] } }],
])('the knowledge about a platform is deleted if its answers are now read with %s', (_, changed) => {
  expect(keep({ ...known, ...changed })).toEqual({ kept: { ...known, ...changed }, isForgotten: true })
})
