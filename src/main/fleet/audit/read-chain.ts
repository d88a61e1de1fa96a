import { z } from 'zod'
import type { HubAnswer } from '../../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../../shared/result.ts'
import { readJson } from '../../storage/files.ts'
import type { Membership } from '../../vault/fleet-membership.ts'
import type { HubFailure } from '../ask-hub.ts'
import type { HubClient } from '../hub-client.ts'
import { openSealed, sealedAbout } from '../seal-for.ts'
import { createChainCheck, type TrailEntry, type TrailLine } from './fleet-trail.ts'

type StoredEntry = HubAnswer<'audit.read'>['entries'][number]

/** The chain of a station as the hub has it. `isBroken`: a line does not match its hash or its position. */
export interface ReadChain {
  readonly lines: readonly TrailLine[]
  readonly entries: number
  readonly isBroken: boolean
  readonly hasGap: boolean
  readonly hasForks: boolean
}

const eventSchema = z.record(z.string(), z.unknown())

/**
 * Reads and opens the whole chain of a station. Only a supervisor has the key. `told`: the number of lines according to the hub's board.
 * Lines up to this number that the hub does not return count as missing.
 */
export async function readChain(
  client: Pick<HubClient, 'call'>,
  membership: Membership,
  { station, told }: { readonly station: string; readonly told: number },
): Promise<Result<ReadChain, HubFailure>> {
  const key = membership.fleetPrivateKey
  if (key === undefined) return fail({ is: 'refused', code: 'not-allowed' })
  const lines: TrailLine[] = []
  const chain = createChainCheck()
  let isBroken = false
  const add = (line: TrailLine): void => {
    // A line that does not fit the chain stays in the file unchanged, so that a check of the file finds the line, too.
    if (chain.check(line) !== undefined) isBroken = true
    lines.push(line)
  }
  const leave = (from: number, to: number): void => {
    if (to >= from && !isBroken) add({ gap: { from, to } })
  }
  const open = async ({ sequence, receivedAt, previous, hash, sealed }: StoredEntry): Promise<TrailEntry> => {
    const text = await openSealed(key, membership, sealedAbout.audit(station, sequence), sealed)
    const event = readJson(text, eventSchema)
    return { sequence, receivedAt, previous, hash, sealed, ...(event !== undefined && { event }) }
  }
  for (let after = 0; ;) {
    const page = await client.call('audit.read', { station, after })
    if (!page.ok) return page
    for (const entry of page.value.entries) {
      leave(chain.next(), entry.sequence - 1)
      add(await open(entry))
    }
    for (const fork of page.value.forks ?? []) add({ fork: await open(fork) })
    const last = page.value.entries.at(-1)?.sequence ?? after
    if (!page.value.hasMore || last <= after) break
    after = last
  }
  leave(chain.next(), told)
  const { entries, missing, forks } = chain.counts()
  return succeed({ lines, entries, isBroken, hasGap: missing > 0, hasForks: forks > 0 })
}
