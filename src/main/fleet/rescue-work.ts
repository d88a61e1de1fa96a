import { defined } from '../../shared/defined.ts'
import type { FleetJob } from '../../shared/domain/fleet.ts'
import type { BoardStation, HubAnswer, HubRequest } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { subjectOf } from '../jobs/ledger/job-summary.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import type { HubFailure } from './ask-hub.ts'
import type { HubClient } from './hub-client.ts'
import { openWork, sealWork, type WorkContent } from './work-content.ts'

type Client = Pick<HubClient, 'call'>
type ListedWork = HubAnswer<'work.list'>['items'][number]

/** Jobs that one request moves. */
const rescueBatch = 50

interface OpenedWork {
  readonly item: ListedWork
  /** Undefined: no member of this fleet sealed it. */
  readonly content: WorkContent | undefined
}

/** Opens the unfinished jobs of a station, at most `most`. Only a supervisor has the key. */
async function openWorkOf(
  client: Client,
  membership: Membership,
  station: string,
  most: number,
): Promise<Result<{ readonly opened: readonly OpenedWork[]; readonly hasMore: boolean }, HubFailure>> {
  const key = membership.fleetPrivateKey
  if (key === undefined) return fail({ is: 'refused', code: 'not-allowed' })
  const opened: OpenedWork[] = []
  for (let after: string | undefined; ;) {
    const page = await client.call('work.list', { station, ...defined({ after }) })
    if (!page.ok) return page
    for (const item of page.value.items)
      opened.push({ item, content: await openWork(key, membership, item.job, item.sealed) })
    after = page.value.items.at(-1)?.job
    if (!page.value.hasMore || after === undefined) return succeed({ opened, hasMore: false })
    if (opened.length >= most) return succeed({ opened, hasMore: true })
  }
}

/** The unfinished jobs of a station, for the screen. */
export async function listWorkOf(
  client: Client,
  membership: Membership,
  station: string,
  most: number,
): Promise<Result<{ readonly jobs: FleetJob[]; readonly hasMore: boolean }, HubFailure>> {
  const found = await openWorkOf(client, membership, station, most)
  if (!found.ok) return found
  return succeed({ jobs: found.value.opened.map(viewOf), hasMore: found.value.hasMore })
}

function viewOf({ item, content }: OpenedWork): FleetJob {
  const { job: id, state } = item
  const changedAt = Date.parse(item.changedAt)
  if (content === undefined) return { id, state, changedAt, isUnreadable: true }
  const { payload, createdAt } = content.job
  const { box, customerName, userid, hostname } = subjectOf(payload.intent)
  const { technician, productName } = payload
  const told = defined({ box, customerName, userid, hostname, productName })
  return { id, state, changedAt, kind: payload.intent.kind, technician, createdAt, ...told }
}

/**
 * Moves jobs of one station to another: each is opened, sealed to the other's key and handed over together with its claim. A job that
 * changes meanwhile stays, and so does one that does not open.
 */
export async function rescueWork(
  client: Client,
  membership: Membership,
  {
    from,
    to,
    jobs,
  }: { readonly from: string; readonly to: BoardStation; readonly jobs: readonly string[] | undefined },
): Promise<Result<{ readonly moved: number; readonly left: number }, HubFailure>> {
  const found = await openWorkOf(client, membership, from, Number.POSITIVE_INFINITY)
  if (!found.ok) return found
  const wanted = found.value.opened.filter(({ item }) => jobs === undefined || jobs.includes(item.job))
  let moved = 0
  for (let first = 0; first < wanted.length; first += rescueBatch) {
    const items: HubRequest<'work.rescue'>['items'] = []
    for (const { item, content } of wanted.slice(first, first + rescueBatch)) {
      if (content === undefined) continue
      const sealed = await sealWork(to.sealKey, membership, content)
      items.push({ job: item.job, fence: item.fence, version: item.version, sealed })
    }
    if (items.length === 0) continue
    const result = await moveSome(client, { from, to: to.id, items })
    if (!result.ok) return moved === 0 ? result : succeed({ moved, left: wanted.length - moved })
    moved += result.value
  }
  return succeed({ moved, left: wanted.length - moved })
}

/** The hub moves all or none. If one of them changed meanwhile, each is tried by itself. */
async function moveSome(client: Client, request: HubRequest<'work.rescue'>): Promise<Result<number, HubFailure>> {
  const reply = await client.call('work.rescue', request)
  if (reply.ok) return succeed(reply.value.items.length)
  const isChanged = reply.error.is === 'refused' && reply.error.code === 'conflict'
  if (!isChanged || request.items.length === 1) return isChanged ? succeed(0) : reply
  let moved = 0
  for (const item of request.items) {
    const one = await client.call('work.rescue', { ...request, items: [item] })
    if (one.ok) moved += 1
    else if (one.error.is === 'unreached') return moved === 0 ? one : succeed(moved)
  }
  return succeed(moved)
}
