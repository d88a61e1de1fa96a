import type { ClaimGuard } from '../jobs/claim-guard.ts'
import type { FleetCheckOf } from '../jobs/ledger/views.ts'
import { succeed, type Result } from '../../shared/result.ts'
import { inTransaction } from '../storage/database.ts'
import { forgetFleet, readFleetRow, writeFleetRow } from '../vault/fleet-membership.ts'
import { beginAudit } from './audit/audit-lines.ts'
import { joinFleet, type JoinProblem, type JoinWish } from './join-fleet.ts'
import { createMember, type Member, type MemberDeps } from './member.ts'

/** The fleet membership of an open session. This computer may also be in no fleet. */
export function createFleet(deps: Omit<MemberDeps, 'ledger' | 'wake' | 'onLink'> & { readonly onChange: () => void }) {
  const { database, sealing, onChange } = deps
  let member: Member | undefined
  let isStopped = false
  let wasReached = false
  let serving: Pick<MemberDeps, 'ledger' | 'wake'> | undefined

  const begin = (membership: Member['membership']): void => {
    if (serving === undefined) return
    member = createMember(
      {
        ...deps,
        ...serving,
        onLink(link) {
          if (link.state === 'revoked') noteRevoked()
          onChange()
        },
      },
      membership,
    )
  }
  const noteRevoked = (): void => {
    const row = readFleetRow(database, sealing)
    if (typeof row !== 'object' || row.state !== 'joined' || row.isRevoked === true) return
    writeFleetRow(database, sealing, { ...row, isRevoked: true })
  }
  const check: FleetCheckOf = (job) => member?.check(job)
  return {
    /**
     * The runner's guard. Undefined while this computer is in no fleet. The guard stays after an expulsion, because work may have been
     * moved.
     */
    guard: (): ClaimGuard | undefined => member?.guard,
    check,
    member: () => member,
    /** Whether the fleet's row exists but does not open. Then this computer must join again. */
    isUnreadable: (): boolean => readFleetRow(database, sealing) === 'unreadable',
    /** Called once, when the queue exists. Prepares the membership but starts nothing. */
    serve(queue: Pick<MemberDeps, 'ledger' | 'wake'>): void {
      serving = queue
      const row = readFleetRow(database, sealing)
      if (typeof row === 'object' && row.state === 'joined') begin(row)
    },
    start: (): void => member?.start(),
    async join(wish: JoinWish): Promise<Result<void, JoinProblem>> {
      const joined = await joinFleet(deps, wish)
      if (!joined.ok || isStopped) return joined.ok ? succeed(undefined) : joined
      inTransaction(database, () => {
        writeFleetRow(database, sealing, { state: 'joined', ...joined.value })
        beginAudit(database, sealing, joined.value.station)
      })
      await member?.stop()
      begin(joined.value)
      member?.start()
      onChange()
      return succeed(undefined)
    },
    /** Forgets the fleet on this computer. Work continues without it. */
    async leave(): Promise<void> {
      const former = member
      member = undefined
      await former?.stop()
      if (isStopped) return
      inTransaction(database, () => forgetFleet(database))
      serving?.wake()
      onChange()
    },
    noteJob: (id: string): void => member?.noteJob(id),
    /** Called when a link to a platform changed. A reached platform shows that the network is back, so the hub is asked at once. */
    noteLinks(states: readonly string[]): void {
      const isReached = states.includes('reached')
      if (isReached && !wasReached) member?.tryNow()
      wasReached = isReached
    },
    compareAgain: (): void => member?.compareAgain(),
    async stop(): Promise<void> {
      isStopped = true
      await member?.stop()
    },
  }
}
