import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  deriveFileKey,
  isTransfer,
  openTransfer,
  readTransferHeader,
  writeTransfer,
  type TransferContent,
} from '../../../../src/main/maintenance/transfer-file.ts'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import { makeConnection, newCustomer, payloadOf } from '../jobs/make-job.ts'

const passphrase = 'carried by hand'
const cost = 2 ** 14
const payload = payloadOf(newCustomer())
const content: TransferContent = {
  connection: { name: 'North', baseUrl: 'https://tv.north.example', crmService: 'north-crm' },
  jobs: [
    {
      id: 'a job',
      connectionId: 'north',
      state: 'saved',
      revision: 1,
      createdAt: 1,
      payload,
      steps: planSteps(payload, makeConnection()).map((step) => ({ ...step, state: 'open', entries: [] })),
    },
  ],
}
const about = { id: 'file 0001', source: 'AB23CD', target: 'XY45ZZ', madeAt: 1, jobs: ['a job'] }
const makeFile = async (): Promise<Buffer> =>
  writeTransfer(about, content, await deriveFileKey(passphrase, randomBytes(16).toString('base64'), cost))

test('a transfer file opens with its passphrase in any Unicode form of the characters', async () => {
  const key = await deriveFileKey('café à emporter', randomBytes(16).toString('base64'), cost)
  const file = writeTransfer(about, content, key)
  expect(await openTransfer(file, 'café à emporter'.normalize('NFD'))).toEqual({ ok: true, value: content })
})

test('a transfer file in which an earlier release stored a customer without a box can be opened', async () => {
  const { box: _, ...alone } = newCustomer()
  const [job] = content.jobs
  const formerly = { ...job, payload: { ...payload, intent: { ...alone, kind: 'customer-alone' } } }
  const key = await deriveFileKey(passphrase, randomBytes(16).toString('base64'), cost)
  const opened = await openTransfer(writeTransfer(about, { ...content, jobs: [formerly] } as never, key), passphrase)
  expect(opened.ok && opened.value.jobs[0]?.payload.intent).toEqual(alone)
})

test('without the passphrase, a transfer file shows only the source, the target and the job ids', async () => {
  const file = await makeFile()
  expect(isTransfer(file)).toBe(true)
  expect(readTransferHeader(file)).toMatchObject(about)
  for (const secret of ['Okonkwo', 'kv7tm2xwpa', 'north-crm', '4820913775']) expect(file.includes(secret)).toBe(false)
})

test('each transfer file has its own key and nonce', async () => {
  const headers = [await makeFile(), await makeFile()].map((file) => readTransferHeader(file))
  expect(headers[0]?.salt).not.toBe(headers[1]?.salt)
  expect(headers[0]?.nonce).not.toBe(headers[1]?.nonce)
})

test('a transfer file in which a single bit was changed is refused', async () => {
  const file = await makeFile()
  const header = file.indexOf('\n', 30)
  for (const at of [3, header - 20, header + 2, header + 40, file.length - 1]) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ 4
    expect((await openTransfer(changed, passphrase)).ok).toBe(false)
  }
})

test('a transfer file whose target was changed is refused', async () => {
  const file = await makeFile()
  const forged = Buffer.from(file.toString('latin1').replace('XY45ZZ', 'ZZ45XY'), 'latin1')
  expect(readTransferHeader(forged)?.target).toBe('ZZ45XY')
  expect(await openTransfer(forged, passphrase)).toEqual({ ok: false, error: 'wrong-passphrase' })
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['another kind of file', Buffer.from('SQLite format 3\0 and more')],
  ['a file with only the first line', Buffer.from('SETDESK HAND-OVER 1\n')],
  ['a file with an invalid header', Buffer.from(`SETDESK HAND-OVER 1\n{"id":1}\n${'x'.repeat(40)}`)],
  ['a file of a later version', Buffer.from(`SETDESK HAND-OVER 2\n{}\n${'x'.repeat(40)}`)],
])('%s is not opened as a transfer file', async (_, file) => {
  expect(await openTransfer(file, passphrase)).toEqual({ ok: false, error: 'not-readable' })
})

test('a transfer file with a needlessly high key derivation cost is refused', async () => {
  const file = await makeFile()
  const greedy = Buffer.from(file.toString('latin1').replace(`"cost":${cost}`, `"cost":${2 ** 24}`), 'latin1')
  expect(await openTransfer(greedy, passphrase)).toEqual({ ok: false, error: 'not-readable' })
})

test.each(['a/../ABCDEFGH', '..', 'a\\b', ''])(
  'a transfer file with the id %j is refused, because its id becomes a file name',
  async (id) => {
    const key = await deriveFileKey(passphrase, randomBytes(16).toString('base64'), cost)
    expect(readTransferHeader(writeTransfer({ ...about, id }, content, key))).toBeUndefined()
  },
)
