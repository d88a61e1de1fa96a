import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { FieldMapping } from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import { startHttpServer } from '../../fakes/http-server.ts'
import { connect, openApp, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac } from '../../fakes/intents.ts'

const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const
const words = 'Zugang nicht erlaubt'

/** A mapping of the word for "no" only, by an engineer who did not know the other words. */
const mapping: FieldMapping = { outcome: ['ergebnis'], message: ['hinweis'], refusalWord: ['nein'] }

/** A platform that refuses everything in unknown words until it is opened. */
async function openStranger(status: number, fieldNames: FieldMapping = {}) {
  let isOpen = false
  // A box that is bound already proves that the list can show a box.
  const bound = new Set(['00:1A:79:00:00:01'])
  const server = await startHttpServer((response, { url }) => {
    const { pathname, searchParams } = new URL(url, 'http://platform')
    const answer = (code: number, body: unknown) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!isOpen) return answer(status, { ergebnis: 'nein', hinweis: words, vorgang: String(Math.random()).slice(2) })
    if (pathname.endsWith('GetMacAddressesUnderHostname')) return answer(200, [...bound])
    if (pathname.endsWith('AddMacAddressToHostname')) bound.add(searchParams.get('macAddress') ?? '')
    return answer(200, { success: true })
  })
  const app = await openApp()
  const platform = {
    url: server.url,
    authToken: 'a-token-of-the-test',
    crmService: 'crm',
    cmsService: 'cms',
    hostnames: ['tv.example'],
    products: [],
  }
  const connection = await connect(app, platform as unknown as Sandbox, { concurrency: 1, fieldNames })
  return { app, connection, seen: server.seen, open: () => void (isOpen = true) }
}

const save = async (app: TestApp): Promise<string> => {
  const intent = {
    kind: 'hostname' as const,
    box: { identifier: anyMac(), raw: '', model: '' },
    hostname: 'tv.example',
  }
  return (await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: true })).id
}
const linkOf = async (app: TestApp) => (await app.call('app.snapshot', {})).connections[0]?.link

describe.each([
  [400, 'unknown words', {}],
  [200, 'unknown words', {}],
  [400, 'a mapped refusal beside unknown words', mapping],
  [200, 'a mapped refusal beside unknown words', mapping],
] as const)('sending to a platform that answers every call with status %i and %s', (status, _, fieldNames) => {
  test('stops after three jobs, shows the answer, and goes on with a new token', async () => {
    const { app, connection, seen, open } = await openStranger(status, fieldNames)
    const ids: string[] = []
    for (let job = 0; job < 8; job += 1) ids.push(await save(app))
    while ((await linkOf(app))?.state !== 'same-answer') await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await linkOf(app))?.words?.toLowerCase()).toContain(words.toLowerCase())

    expect(seen.filter(({ url }) => url.includes('/AddMacAddressToHostname'))).toHaveLength(3)

    open()
    await app.call('connection.replace-token', { id: connection.id, token: 'another-token-of-the-test' })
    const states = await Promise.all(ids.map(async (id) => (await app.jobIn(id, ...ended)).summary.state))
    // A job whose call was neither accepted nor refused may be sent again.
    expect(states.slice(3)).toEqual(ids.slice(3).map(() => 'done'))
  })

  test('goes on with the same token once the technician allows that, and does not stop at this answer again', async () => {
    const { app } = await openStranger(status, fieldNames)
    const ids: string[] = []
    for (let job = 0; job < 5; job += 1) ids.push(await save(app))
    while ((await linkOf(app))?.state !== 'same-answer') await new Promise((resolve) => setTimeout(resolve, 10))
    await app.call('queue.accept-answer', {})
    for (const id of ids) expect(['refused', 'needs-you']).toContain((await app.jobIn(id, ...ended)).summary.state)
    expect((await linkOf(app))?.state).not.toBe('same-answer')
  })
})
