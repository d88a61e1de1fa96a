import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import type { BoardRow } from '../../../shared/domain/fleet.ts'
import { documentFileSchema } from '../../../shared/domain/fleet-document.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { writeFleetTrail } from '../../fleet/audit/fleet-trail.ts'
import { readChain } from '../../fleet/audit/read-chain.ts'
import { openDocument } from '../../fleet/documents/open-document.ts'
import type { Member } from '../../fleet/member.ts'
import { readBoard } from '../../fleet/read-board.ts'
import { readJson, stampOf } from '../../storage/files.ts'
import { problem } from '../session/problem.ts'
import type { Session } from '../session/session.ts'
import type { SettingsRepository } from '../session/settings.ts'
import { writeExport } from '../session/write-export.ts'
import { refuseHub } from './refuse-hub.ts'

type AsSupervisor = <T>(act: (member: Member, session: Session) => Promise<Reply<T>>) => Promise<Reply<T>>

type AuditTrouble = BoardRow['audit']['trouble']

/** Files from and for all stations: the audit of one, and documents of the operator. */
export const createFleetFiles = (
  asSupervisor: AsSupervisor,
  settings: Pick<SettingsRepository, 'policyMark'>,
): Pick<Handlers, 'fleet.export-audit' | 'fleet.put-document'> => ({
  'fleet.put-document': ({ text }) =>
    asSupervisor(async ({ client, membership }) => {
      const file = readJson(text, documentFileSchema)
      const opened = file && openDocument(file)
      if (file === undefined || opened === undefined || opened === 'unusable')
        return problem('file-unusable', 'This is no document that Setdesk knows', { detail: 'unusable' })
      if (opened === 'forged')
        return problem('file-unusable', 'The signature is not that of the key over this text', { detail: 'forged' })
      const keys = [settings.policyMark()?.fingerprint, membership.documentsKey].filter(Boolean)
      // Without an accepted key here, the stations still judge it by theirs.
      if (keys.length > 0 && !keys.includes(opened.fingerprint))
        return problem('file-unusable', 'Another key signed it than the one accepted here', { detail: 'other-key' })
      const { kind, name, serial, group } = opened.text
      const { key, signature } = file
      const document = { kind, name, serial, ...defined({ group }) }
      const put = await client.call('documents.put', { ...document, text: file.text, key, signature })
      if (put.ok) return succeed(document)
      if (put.error.is === 'refused' && put.error.code === 'conflict')
        return problem('file-unusable', 'The fleet has a document of this name with the same or a higher serial', {
          detail: 'older',
        })
      return refuseHub(put.error)
    }),
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
