import { errorName } from '../../../shared/result.ts'
import type { FileRefused } from '../../../shared/bridge/connection-channels.ts'
import type { DocumentRefusal, DocumentText } from '../../../shared/domain/fleet-document.ts'
import type { DocumentTaker, OpenedDocument } from '../../fleet/fetch-documents.ts'
import type { PolicyKeeper } from '../policy/policy-in-force.ts'
import { createFileOffers } from '../connections/file-offers.ts'
import type { AppParts } from '../session/sessions.ts'

interface TakerParts extends Pick<AppParts, 'ports' | 'settings' | 'sessions'> {
  readonly policy: PolicyKeeper
  /** Whether something is being sent or a form is open. */
  readonly isInUse: () => boolean
}

type Content<K extends DocumentText['kind']> = Extract<DocumentText, { kind: K }>['content']
type Outcome = ReturnType<DocumentTaker['take']>

const taken: Outcome = { state: 'taken' }
const refuse = (problem: DocumentRefusal): Outcome => ({ state: 'refused', problem })

/**
 * Puts the operator's documents into force. A policy is taken at once. Connection settings and handout texts are taken only while nothing
 * is being sent and no form is open.
 */
export function createDocumentTaker({ ports, settings, sessions, policy, isInUse }: TakerParts): DocumentTaker {
  const offer = createFileOffers({ ports, settings, sessions, policy })

  /** Makes the open session use the changed settings. The caller does not wait until that is done. */
  const refresh = (): void =>
    void sessions.refresh().catch((error: unknown) => ports.log.problem('fleet-document', { kind: errorName(error) }))

  const takePolicy = (content: Content<'policy'>, serial: number, fingerprint: string): Outcome => {
    const session = sessions.current()
    if (session === undefined) return { state: 'waiting' }
    const reading = policy.read(content)
    if (!reading.ok) return refuse(problemOfPolicy[reading.problem])
    if (reading.policy.fingerprint !== fingerprint) return refuse('other-key')
    if (reading.policy.serial !== serial) return refuse('unusable')
    if (reading.is === 'same') return taken
    policy.accept(session, reading.policy)
    session.queue.ledger.releaseWaiting('operator-policy')
    refresh()
    return taken
  }
  const takeFile = (text: string): Outcome => {
    const offered = offer(text)
    if (!offered.ok) return refuse(problemOfFile(offered))
    // A policy must be a separate document, so that it is clear which policy applies.
    if (offered.hasPolicy) return refuse('unusable')
    if (isInUse()) return { state: 'waiting' }
    offered.take()
    refresh()
    return taken
  }
  const takeHandout = ({ addresses, ...handout }: Content<'handout'>): Outcome => {
    const meant = settings
      .connections()
      .filter(({ kind, baseUrl }) => kind === 'platform' && isMeant(addresses, baseUrl))
    if (meant.length === 0) return { state: 'waiting', problem: 'no-connection' }
    const connections = meant.map(({ id }) => ({ id, ...handout }))
    return takeFile(JSON.stringify({ kind: 'setdesk-connections', version: 1, connections }))
  }

  return {
    acceptedKey: () => settings.policyMark()?.fingerprint || undefined,
    take({ text, fingerprint }: OpenedDocument) {
      switch (text.kind) {
        case 'policy':
          return takePolicy(text.content, text.serial, fingerprint)
        case 'connection':
          return takeFile(JSON.stringify(text.content))
        case 'handout':
          return takeHandout(text.content)
      }
    },
  }
}

const isMeant = (addresses: readonly string[] | undefined, baseUrl: string): boolean =>
  addresses === undefined || addresses.some((address) => new URL(address).origin === new URL(baseUrl).origin)

const problemOfPolicy = {
  'policy-forged': 'forged',
  'policy-unusable': 'unusable',
  'policy-other-key': 'other-key',
  'policy-older': 'older',
} as const satisfies Readonly<Record<string, DocumentRefusal>>

const problemOfFile = ({ problem }: FileRefused): DocumentRefusal =>
  problem === 'secret' || problem === 'not-permitted' ? problem : 'unusable'
