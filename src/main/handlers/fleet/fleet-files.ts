import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import type { BoardRow } from '../../../shared/domain/fleet.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { writeFleetTrail } from '../../fleet/audit/fleet-trail.ts'
import { readChain } from '../../fleet/audit/read-chain.ts'
import type { Member } from '../../fleet/member.ts'
import { readBoard } from '../../fleet/read-board.ts'
import { stampOf } from '../../storage/files.ts'
import { problem } from '../session/problem.ts'
import type { Session } from '../session/session.ts'
import { writeExport } from '../session/write-export.ts'
import { refuseHub } from './refuse-hub.ts'

type AsSupervisor = <T>(act: (member: Member, session: Session) => Promise<Reply<T>>) => Promise<Reply<T>>

type AuditTrouble = BoardRow['audit']['trouble']

/** Files for and from all stations: a station's audit as a file. */
export const createFleetFiles = (asSupervisor: AsSupervisor): Pick<Handlers, 'fleet.export-audit'> => ({
  'fleet.export-audit': ({ station }) =>
    asSupervisor(async ({ client, membership }, session) => {
      const board = await readBoard(client, [station])
      if (!board.ok) return refuseHub(board.error)
      const about = board.value.find(({ id }) => id === station)
      if (about === undefined) return problem('not-found', 'There is no such station')
      const chain = await readChain(client, membership, { station, told: about.audit.entries })
      if (!chain.ok) return refuseHub(chain.error)
      const { sealing, clock, installation } = session
      const { lines, entries, isBroken, hasGap, hasForks } = chain.value
      const isForked = isBroken || hasForks || about.audit.trouble === 'forked'
      const trouble: AuditTrouble = isForked ? 'forked' : hasGap || about.audit.trouble === 'gap' ? 'gap' : undefined
      const madeAt = new Date(clock.now()).toISOString()
      const head = { station, name: about.name, installation: installation.id, madeAt, ...defined({ trouble }) }
      const text = writeFleetTrail(sealing, head, lines)
      const name = `fleet-audit-${station.slice(0, 8)}-${stampOf(clock.now()).slice(0, 15)}.jsonl`
      const folder = writeExport(session, { name, text, isFirst: true })
      return succeed(defined({ name, text, entries, folder, trouble }))
    }),
})
