import { hostnameListSchema, type HostnameList } from '../../../shared/bridge/hostname-channels.ts'
import { readDeviceIdentifier, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { isIn } from '../../../shared/domain/job-states.ts'
import { fail, succeed } from '../../../shared/result.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readDevices } from '../../../platform/read/fields.ts'
import type { DeviceRecord } from '../../../platform/read/records.ts'
import type { Handlers } from '../../app.ts'
import { createKeptAnswers, type Question } from '../../maintenance/kept-answers.ts'
import type { Ports } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Book } from '../session/book.ts'
import { explain } from '../customers/customers.ts'
import { boxKey } from '../session/keys.ts'
import type { Office, OpenOffice } from '../session/office.ts'
import { nobodyToAsk } from '../session/problem.ts'
import { createJobMaker } from '../activation/save-job.ts'

const boxes = /\b(?:mac|macs|mac\s*address(?:es)?|devices?|box(?:es)?)\b/i

const hostname = /\bhost(?:\s?names?|s)?\b|\bdomain\b|\bportal\b/i

export interface HostnameDeskDeps {
  readonly ports: Ports
  readonly book: Book
  readonly vault: Vault
  readonly office: Office
  readonly onJob: (jobId: string) => void
}

type HostnameHandlers = Pick<Handlers, 'hostname.kept' | 'hostname.read' | 'hostname.in-work' | 'hostname.add'>

/** Lists the boxes under a hostname, and adds boxes to it (MAC addresses). */
export function createHostnameDesk({ ports, book, vault, office, onJob }: HostnameDeskDeps): HostnameHandlers {
  const maker = createJobMaker(ports, book, onJob)

  return {
    'hostname.kept': ({ hostname }) =>
      office.use(({ database }) => {
        const connection = book.active()
        const sealing = vault.sealing()
        if (connection === undefined || sealing === undefined) return succeed({})
        const kept = createKeptAnswers(database, sealing, ports.clock)
        const list = kept.find(questionOf(connection, hostname), hostnameListSchema)?.answer
        return succeed(list === undefined ? {} : { list })
      }),
    'hostname.read': ({ hostname }) =>
      office.use(async ({ database, queue }) => {
        const connection = book.active()
        const access = connection && queue.access(connection.id)
        const sealing = vault.sealing()
        if (connection === undefined || access === undefined || sealing === undefined) return nobodyToAsk(connection)
        const answer = await access.read('GetMacAddressesUnderHostname', { hostname })
        const list = readList(answer, ports.clock.now())
        if (list === undefined) return explain(answer)
        // If the file was replaced meanwhile, the list belongs to the old file and is not cached.
        if (office.open()?.database === database)
          createKeptAnswers(database, sealing, ports.clock).keep(
            questionOf(connection, hostname),
            { ...list, hostname },
            list.boxes.flatMap(({ identifier }) => (identifier ? [boxKey(sealing, connection, identifier)] : [])),
          )
        return succeed(list)
      }),
    'hostname.in-work': ({ identifiers }) =>
      office.use((open) => {
        const connection = book.active()
        const sealing = vault.sealing()
        if (connection === undefined || sealing === undefined) return succeed({ found: [] })
        return succeed({ found: findInWork(identifiers, { open, sealing, connection }) })
      }),
    'hostname.add': ({ draftId, hostname, boxes }) =>
      office.use((open) => {
        const place = maker.workplace(open, vault.sealing())
        if (!place.ok) return place
        const { connection, sealing } = place.value
        const drafts = boxes.map((box) => {
          const key = Buffer.from(boxKey(sealing, connection, box.identifier)).toString('hex')
          const own = Buffer.from(sealing.keyedHash(`hostname ${hostname} ${key}`)).toString('hex')
          return { draftId: `${draftId}.${own}`, intent: { kind: 'hostname' as const, box, hostname } }
        })
        // A box that this same call saved before is no conflict.
        const isSaved = drafts.map((draft) => open.queue.ledger.ofDraft(draft.draftId) !== undefined)
        const inWork = findInWork(
          boxes.map(({ identifier }) => identifier),
          place.value,
        )
        const left = inWork.filter(({ index }) => isSaved[index] === false)
        const leaves = new Set(left.map(({ index }) => index))
        const saved = maker.saveAll(
          drafts.filter((_, index) => !leaves.has(index)),
          place.value,
        )
        if (!saved.ok) return saved
        // All boxes share the hostname: if one is refused, all are.
        const [refused] = saved.value.refused.values()
        return refused === undefined ? succeed({ ids: [...new Set(saved.value.ids)], left }) : fail(refused)
      }),
  }
}

const questionOf = ({ id }: Connection, hostname: string): Question => ({
  connectionId: id,
  kind: 'hostname',
  text: hostname.toLowerCase(),
})

/** Undefined if the answer was not understood completely. */
function readList(answer: Answer, at: number): HostnameList | undefined {
  const words = answer.message === undefined ? {} : { words: answer.message }
  if (answer.verdict === 'absent') return { at, boxes: [], none: tellNone(answer), ...words }
  const records = answer.verdict === 'accepted' ? readDevices(answer) : undefined
  return records && { at, boxes: records.map(describeBox), ...(records.length === 0 && { none: tellNone(answer) }) }
}

/** If a record has several identifiers, the first readable one is the box. */
function describeBox({ id, also = [], model }: DeviceRecord): HostnameList['boxes'][number] {
  const identifier = [id, ...also].flatMap((text) => {
    const reading = readDeviceIdentifier(text)
    return reading.ok ? [reading.identifier] : []
  })[0]
  return { text: id, ...(identifier && { identifier }), ...(model !== undefined && { model }) }
}

/** The boxes that are in unfinished jobs here. */
function findInWork(
  identifiers: readonly DeviceIdentifier[],
  at: { readonly open: OpenOffice; readonly sealing: Sealing; readonly connection: Connection },
): { index: number; jobId: string }[] {
  return identifiers.flatMap((identifier, index) => {
    const jobs = at.open.queue.views.holding(at.connection.id, {
      boxKey: boxKey(at.sealing, at.connection, identifier),
    })
    const job = jobs.find(({ state }) => !isIn('resting', state) || state === 'needs-you')
    return job === undefined ? [] : [{ index, jobId: job.id }]
  })
}

/**
 * Why an answer of `GetMacAddressesUnderHostname` lists no box (MAC addresses). If the message does not say what is missing, for
 * example because it is empty, the result is `either`.
 */
export function tellNone({ verdict, message = '' }: Pick<Answer, 'verdict' | 'message'>): HostnameList['none'] {
  if (verdict === 'accepted' || boxes.test(message)) return 'no-box'
  return hostname.test(message) ? 'unknown-hostname' : 'either'
}
