import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createDocuments, type DocumentTaker } from '../../../../src/main/fleet/fetch-documents.ts'
import type { HubClient } from '../../../../src/main/fleet/hub-client.ts'
import { migrate } from '../../../../src/main/storage/migrations.ts'
import { documentFileSchema, documentTextSchema } from '../../../../src/shared/domain/fleet-document.ts'
import type { FleetDocument, HubRequest } from '../../../../src/shared/fleet/hub-calls.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { createOperator } from '../../../fakes/policy.ts'

const neverOver = (): boolean => false
const operator = createOperator()

/** A handout as the hub gives it, by default named as it was signed. */
function makeHandout(
  serial: number,
  { by = operator, group, ...labels }: Partial<FleetDocument> & { readonly by?: typeof operator } = {},
): FleetDocument {
  const content = { supportNumber: `555-${serial}` }
  const file = documentFileSchema.parse(
    JSON.parse(by.document(content, { kind: 'handout', name: 'paper', serial, group })),
  )
  const { text, key, signature } = file
  return {
    kind: 'handout',
    name: 'paper',
    serial,
    ...(group !== undefined && { group }),
    text,
    key,
    signature,
    ...labels,
  }
}

function withoutGroup(document: FleetDocument): FleetDocument {
  const { group: _, ...rest } = document
  return rest
}

/**
 * A station and what the hub offers it. `isDeceived`: the hub offers a document even if the station has a newer one.
 * `takesKnown`: the most known documents that the hub takes.
 */
function openStation({
  hasKey = true,
  isDeceived = false,
  takesKnown = 200,
  group,
}: {
  readonly hasKey?: boolean
  readonly isDeceived?: boolean
  readonly takesKnown?: number
  readonly group?: string
} = {}) {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const offered: FleetDocument[] = []
  const [asked, reported, taken] = [[] as HubRequest<'documents.get'>['known'][], [] as string[], [] as string[]]
  const [clock, log] = [createFakeClock(), createFakeLog()]
  let [accepted, isQuiet, isLost, woken] = [undefined as string | undefined, true, false, 0]
  const call = (async (name: string, request: HubRequest<'documents.get'> & HubRequest<'documents.taken'>) => {
    if (isLost) return { ok: false, error: { is: 'unreached', failure: 'busy' } }
    if (name === 'documents.taken') {
      reported.push(`${request.kind} ${request.serial} ${request.outcome}`)
      return { ok: true, value: {} }
    }
    if (request.known.length > takesKnown) return { ok: false, error: { is: 'refused', code: 'bad-request' } }
    asked.push(request.known)
    const isKnown = (one: FleetDocument): boolean =>
      request.known.some(
        ({ kind, name: known, serial }) => kind === one.kind && known === one.name && serial >= one.serial,
      )
    const fresh = offered.filter((one) => isDeceived || !isKnown(one))
    return { ok: true, value: { documents: fresh.slice(0, 20), hasMore: fresh.length > 20 } }
  }) as unknown as HubClient['call']
  const taker: DocumentTaker = {
    acceptedKey: () => accepted,
    take({ text }) {
      if (!isQuiet) return { state: 'waiting' }
      taken.push(`${text.name} ${text.serial}`)
      return { state: 'taken' }
    },
  }
  const start = () =>
    createDocuments({
      database,
      clock,
      log,
      client: { call, mayAsk: () => true },
      membership: { station: 'van-12', group, documentsKey: hasKey ? operator.fingerprint : undefined },
      taker,
      changed: () => undefined,
      wake: () => void (woken += 1),
    })
  let documents = start()
  return {
    offered,
    asked,
    reported,
    taken,
    clock,
    woken: () => woken,
    view: () => documents.view(),
    restart: () => void (documents = start()),
    accept: (key: string) => void (accepted = key),
    setQuiet: (next: boolean) => void (isQuiet = next),
    setLost: (next: boolean) => void (isLost = next),
    /** Lets the hub offer these documents, and the station fetch them. */
    async offer(...fresh: readonly FleetDocument[]) {
      offered.splice(0, offered.length, ...fresh)
      documents.askAgain()
      await documents.bringIn(neverOver)
    },
    round: () => documents.bringIn(neverOver),
  }
}

test('a document that was signed with the accepted key is applied once, and reported to the hub once', async () => {
  const van = openStation()
  await van.offer(makeHandout(3))
  await van.offer(makeHandout(3))
  await van.round()
  expect(van.taken).toEqual(['paper 3'])
  expect(van.reported).toEqual(['handout 3 taken'])
  expect(van.asked.at(-1)).toEqual([{ kind: 'handout', name: 'paper', serial: 3 }])
  expect(van.view()).toEqual([{ kind: 'handout', name: 'paper', serial: 3, state: 'taken' }])
})

test.each<readonly [string, FleetDocument, string]>([
  ['another key signed', makeHandout(3, { by: createOperator() }), 'other-key'],
  ['was edited', { ...makeHandout(3), text: makeHandout(3).text.replace('555', '666') }, 'forged'],
  ['has the signature of another document', { ...makeHandout(3), signature: makeHandout(4).signature }, 'forged'],
  ['the hub offers with a later serial than the signed one', makeHandout(3, { serial: 9 }), 'forged'],
  ['the hub offers under another name', makeHandout(3, { name: 'other' }), 'forged'],
  ['the hub offers as another kind', makeHandout(3, { kind: 'connection' }), 'forged'],
  ['is for another group', makeHandout(3, { group: 'South' }), 'other-group'],
  ['the hub offers to all, although it is for a group', withoutGroup(makeHandout(3, { group: 'South' })), 'forged'],
])('a document that %s is refused, and reported once', async (_, document, problem) => {
  const van = openStation({ group: 'North' })
  await van.offer(document)
  await van.offer(document)
  expect(van.taken).toEqual([])
  expect(van.view()).toMatchObject([{ state: 'refused', problem, serial: document.serial }])
  expect(van.reported).toEqual([`${document.kind} ${document.serial} refused`])
  expect(van.asked.at(-1)).toEqual([{ kind: document.kind, name: document.name, serial: document.serial }])
})

test('an older document never replaces a newer one, even if the hub offers it as newer', async () => {
  const van = openStation({ isDeceived: true })
  await van.offer(makeHandout(5))
  await van.offer(makeHandout(2))
  van.restart()
  await van.offer(makeHandout(2))
  expect(van.asked).toHaveLength(3)
  expect(van.taken).toEqual(['paper 5'])
  expect(van.view()).toEqual([{ kind: 'handout', name: 'paper', serial: 5, state: 'taken' }])
})

test('a refused document with a forged high serial does not block the next document after a restart', async () => {
  const van = openStation()
  await van.offer(makeHandout(3, { by: createOperator(), serial: 999_999 }))
  expect(van.view()).toMatchObject([{ state: 'refused', serial: 999_999 }])
  van.restart()
  await van.offer(makeHandout(4))
  expect(van.taken).toEqual(['paper 4'])
  expect(van.reported).toEqual(['handout 999999 refused', 'handout 4 taken'])
})

test('a document waits while no key is accepted, and is applied once its key is accepted', async () => {
  const van = openStation({ hasKey: false })
  await van.offer(makeHandout(3))
  expect(van.view()).toMatchObject([{ state: 'waiting', problem: 'no-key' }])
  expect([van.taken, van.reported]).toEqual([[], []])
  van.accept(operator.fingerprint)
  await van.round()
  expect(van.taken).toEqual(['paper 3'])
})

test('a document that waits for a quiet moment is replaced by a newer one', async () => {
  const van = openStation()
  van.setQuiet(false)
  await van.offer(makeHandout(3))
  expect(van.view()).toEqual([{ kind: 'handout', name: 'paper', serial: 3, state: 'waiting' }])
  const before = van.woken()
  await van.clock.pass(5000)
  expect(van.woken()).toBe(before + 1)
  await van.offer(makeHandout(4))
  van.setQuiet(true)
  await van.round()
  expect(van.taken).toEqual(['paper 4'])
})

test('a document whose outcome could not be reported to the hub is reported after a restart', async () => {
  const van = openStation()
  van.setQuiet(false)
  await van.offer(makeHandout(3))
  van.setQuiet(true)
  van.setLost(true)
  await van.round()
  expect([van.taken, van.reported]).toEqual([['paper 3'], []])
  van.restart()
  van.setLost(false)
  await van.round()
  expect([van.taken, van.reported]).toEqual([['paper 3'], ['handout 3 taken']])
})

test('a document cannot be signed without a serial or with a value that Setdesk does not know', () => {
  expect(documentTextSchema.safeParse(JSON.parse(makeHandout(3).text)).success).toBe(true)
  expect(() => operator.document({ handoutColour: 'red' }, { kind: 'handout', serial: 1 })).toThrow('handoutColour')
  expect(() => operator.document({ supportNumber: '1' }, { kind: 'handout' })).toThrow('serial')
})

test('a document in force is remembered however many forged ones arrive, so that an older one cannot replace it', async () => {
  const station = openStation({ isDeceived: true })
  await station.offer(makeHandout(2))
  const madeUp = Array.from({ length: 150 }, (_, index) =>
    makeHandout(1, { name: `made-up-${String(index)}`, signature: '' }),
  )
  await station.offer(...madeUp)
  await station.offer(makeHandout(1))
  expect(station.taken).toEqual(['paper 2'])
  expect(station.view().some(({ name, serial, state }) => name === 'paper' && serial === 2 && state === 'taken')).toBe(
    true,
  )
})

test.each([
  { takesKnown: 200, most: 150 },
  { takesKnown: 100, most: 120 },
])('all documents come from a hub that takes $takesKnown known ones, at most $most', async ({ takesKnown, most }) => {
  const van = openStation({ takesKnown })
  van.setQuiet(true)
  const names = Array.from({ length: most }, (_, index) => `paper ${String(index).padStart(3, '0')}`)
  await van.offer(
    ...names.map((name) => {
      const signed = operator.document({ supportNumber: '555' }, { kind: 'handout', name, serial: 1 })
      const { text, key, signature } = documentFileSchema.parse(JSON.parse(signed))
      return makeHandout(1, { name, text, key, signature })
    }),
  )
  expect(van.taken).toEqual(names.map((name) => `${name} 1`))
})
