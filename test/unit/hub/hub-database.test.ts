import { expect, it } from 'vitest'
import { createCall, isNotPrepared } from '../../../src/hub/database/hub-database.ts'

const errorOf = (code?: string, where?: string): Error =>
  Object.assign(
    new Error('Zsofia Unmistakable'),
    code === undefined ? {} : { code },
    where === undefined ? {} : { where },
  )

/** What a call gives whose statement fails, and what is logged of it. */
async function callWith(error: Error) {
  const logged: unknown[] = []
  const log = { info: () => undefined, warn: (...line: unknown[]) => logged.push(line) }
  const fail = async () => {
    throw error
  }
  const answered = await createCall(fail, log)('work_put', { request: {} })
  if (answered.ok) throw new Error('It was answered')
  return { error: answered.error, logged }
}
const within = 'PL/pgSQL function hub.work_put(bytea,jsonb) line 12 at SQL statement\nmore'

it.each(['42702', '42703', '42883', '42501', '23505', 'P0001', 'XX000'])(
  'the error %s inside a function counts as a defect, and its SQLSTATE and place are logged without its message',
  async (code) => {
    const { error, logged } = await callWith(errorOf(code, within))
    expect(error.code).toBe('defect')
    const place = 'PL/pgSQL function hub.work_put(bytea,jsonb) line 12 at SQL statement'
    expect(logged).toEqual([['defect', { call: 'work_put', code, place }]])
    expect(JSON.stringify([error, logged])).not.toContain('Zsofia')
  },
)

it.each([
  '08006',
  '25006',
  '40P01',
  '53300',
  '53100',
  '55P03',
  '57014',
  '57P01',
  '57P03',
  '58030',
  'ECONNREFUSED',
  undefined,
])('the error %s counts as an outage', async (code) => {
  const { error, logged } = await callWith(errorOf(code))
  expect(error.code).toBe('unavailable')
  expect(logged).toEqual([['call-failed', { call: 'work_put', code: code ?? 'unknown', place: '' }]])
})

it.each(['3F000', '42883', '42501'])(
  'the error %s for a missing function means that the database is not prepared',
  async (code) => {
    const { error } = await callWith(errorOf(code))
    expect(isNotPrepared(error)).toBe(true)
  },
)

it('the error for a value that cannot be stored counts as a bad request', async () => {
  expect((await callWith(errorOf('22P05', within))).error.code).toBe('bad-request')
})
