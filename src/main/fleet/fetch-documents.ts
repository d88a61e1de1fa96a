import { defined } from '../../shared/defined.ts'
import {
  type DocumentRefusal,
  type DocumentText,
  documentTextSchema,
  type DocumentView,
  type SignedDocument,
} from '../../shared/domain/fleet-document.ts'
import type { FleetDocument, HubRequest } from '../../shared/fleet/hub-calls.ts'
import { type Membership, readDocuments, type StoredDocument, writeDocuments } from '../vault/fleet-membership.ts'
import { type HubClient, isRefusedWith, type MemberParts } from './hub-client.ts'
import { readJson } from '../storage/files.ts'
import { bytesToSign, hasSignatureOf, keyFingerprint } from '../vault/signed-text.ts'

type Outcome =
  | { readonly state: 'taken' }
  | { readonly state: 'refused'; readonly problem: DocumentRefusal }
  | { readonly state: 'waiting'; readonly problem?: 'no-key' | 'no-connection' }

/** Puts documents into force. Taking is synchronous, so that nothing else can run before the result is stored. */
export interface DocumentTaker {
  /** The fingerprint of the operator's key that this computer has accepted. */
  readonly acceptedKey: () => string | undefined
  /** Takes a document whose signature, key, group and serial are valid. */
  readonly take: (document: OpenedDocument) => Outcome
}

interface DocumentsDeps extends Pick<MemberParts, 'database' | 'clock' | 'log'> {
  readonly client: Pick<HubClient, 'call' | 'mayAsk'>
  readonly membership: Pick<Membership, 'station' | 'group' | 'documentsKey'>
  readonly taker: DocumentTaker
  readonly changed: () => void
  /** Starts another round with the hub soon. */
  readonly wake: () => void
}

/** The most refused documents that are remembered, and the most known documents that an older hub takes in one request. */
const mostKnown = 100
/** The most known documents in one request. The hub has no more documents for a station. */
const mostSent = 200
const mostPages = 20
/** A document that waits for a quiet moment is tried again after this time, milliseconds. */
const quietPause = 2000

const keyOf = ({ kind, name }: Pick<DocumentView, 'kind' | 'name'>): string => `${kind} ${name}`
/**
 * Whether a refused document may be a forgery. Anyone with access to the hub can make such a document. Until the next start, the document's
 * serial counts as known, so that the hub does not send the document again.
 */
const isMadeUp = ({ problem }: Pick<DocumentView, 'problem'>): boolean =>
  problem === 'forged' || problem === 'other-key'

/** Reads the operator's documents from the hub, takes the valid documents, and reports each result to the hub once. */
export function createDocuments(deps: DocumentsDeps) {
  const { database, clock, log, client, membership, taker, changed, wake } = deps
  const { station, group } = membership
  const waiting = new Map<string, { readonly document: FleetDocument; readonly problem?: 'no-key' | 'no-connection' }>()
  /** Possible forgeries that came since the start. */
  const refusedNow = new Set<string>()
  let isAsked = false
  let cancelRetry: (() => void) | undefined

  const stored = (): readonly StoredDocument[] =>
    readDocuments(database).flatMap((one) =>
      // After a change of fleet or membership, all results are reported to the hub again, and documents that were refused before are
      // checked again.
      one.station === station ? [one] : one.state === 'taken' ? [{ ...one, station, isReported: false }] : [],
    )
  const acceptedKeys = (): readonly string[] =>
    [taker.acceptedKey(), membership.documentsKey].filter((key) => key !== undefined)
  const takenSerial = (document: Pick<DocumentView, 'kind' | 'name'>, fingerprints: readonly string[]): number =>
    Math.max(
      0,
      ...stored()
        .filter(
          (one) => one.state === 'taken' && keyOf(one) === keyOf(document) && fingerprints.includes(one.fingerprint),
        )
        .map(({ serial }) => serial),
    )
  const note = (row: Omit<StoredDocument, 'station' | 'isReported'>): void => {
    const others = stored().filter(
      (one) =>
        keyOf(one) !== keyOf(row) ||
        // A refusal stays visible until a newer document is taken. A taken document stays in force.
        (one.state !== row.state && (one.state === 'taken' || one.serial > row.serial)),
    )
    const all = [...others, { ...row, station, isReported: false }]
    // Only refusals are forgotten. Without the serial of a document in force, an older one could come back.
    const refusals = all.filter(({ state }) => state !== 'taken')
    const forgotten = new Set(refusals.slice(0, Math.max(0, refusals.length - mostKnown)))
    writeDocuments(
      database,
      all.filter((one) => !forgotten.has(one)),
    )
    changed()
  }

  const judge = (document: FleetDocument): Outcome & { readonly fingerprint?: string } => {
    const keys = acceptedKeys()
    if (keys.length === 0) return { state: 'waiting', problem: 'no-key' }
    const opened = openDocument(document)
    if (typeof opened === 'string') return { state: 'refused', problem: opened }
    const { text, fingerprint } = opened
    if (!keys.includes(fingerprint)) return { state: 'refused', problem: 'other-key' }
    const isNamedRight =
      keyOf(text) === keyOf(document) && text.serial === document.serial && text.group === document.group
    if (!isNamedRight) return { state: 'refused', problem: 'forged' }
    if (text.group !== undefined && text.group !== group)
      return { state: 'refused', problem: 'other-group', fingerprint }
    return { ...taker.take(opened), fingerprint }
  }
  const settle = (document: FleetDocument): void => {
    const { fingerprint = '', ...outcome } = judge(document)
    const { kind, name, serial } = document
    if (outcome.state === 'waiting') {
      const before = waiting.get(keyOf(document))
      waiting.set(keyOf(document), { document, ...defined({ problem: outcome.problem }) })
      if (before?.document !== document || before.problem !== outcome.problem) changed()
      return
    }
    waiting.delete(keyOf(document))
    if (outcome.state === 'refused' && isMadeUp(outcome)) refusedNow.add(`${keyOf(document)} ${serial}`)
    const known = stored().find((one) => keyOf(one) === keyOf(document) && one.serial === serial)
    if (known?.state === outcome.state && outcome.state === 'refused' && known.problem === outcome.problem) return
    note({ kind, name, serial, fingerprint, ...outcome })
    if (outcome.state === 'refused') log.problem('fleet-document', { kind: outcome.problem })
  }

  const known = (most: number): HubRequest<'documents.get'>['known'] => {
    const keys = acceptedKeys()
    const serials = new Map<string, { kind: DocumentView['kind']; name: string; serial: number }>()
    const add = ({ kind, name, serial }: Pick<DocumentView, 'kind' | 'name' | 'serial'>): void => {
      const before = serials.get(keyOf({ kind, name }))
      if (before === undefined || before.serial < serial) serials.set(keyOf({ kind, name }), { kind, name, serial })
    }
    for (const one of stored()) {
      const isCounted = isMadeUp(one)
        ? refusedNow.has(`${keyOf(one)} ${one.serial}`)
        : one.state === 'refused' || keys.includes(one.fingerprint)
      if (isCounted) add(one)
    }
    for (const { document } of waiting.values()) add(document)
    return [...serials.values()].slice(-most)
  }
  /** Asks the hub for documents. False if the hub could not be asked. */
  const ask = async (isOver: () => boolean): Promise<boolean> => {
    isAsked = true
    let most = mostSent
    for (let page = 0; page < mostPages; page += 1) {
      const reply = await client.call('documents.get', { known: known(most) })
      if (!reply.ok && isRefusedWith(reply.error, 'bad-request') && most > mostKnown) {
        most = mostKnown
        continue
      }
      if (!reply.ok || isOver()) {
        isAsked = !isOver() && !reply.ok && reply.error.is === 'refused'
        return isAsked
      }
      for (const document of reply.value.documents) {
        // The hub's order is not trusted: an older document never replaces a newer one.
        if (document.serial > takenSerial(document, acceptedKeys())) settle(document)
        else log.problem('fleet-document', { kind: 'older' })
      }
      if (!reply.value.hasMore) break
    }
    return true
  }
  const report = async (isOver: () => boolean): Promise<boolean> => {
    for (const { kind, name, serial, state } of stored().filter((one) => !one.isReported)) {
      const reply = await client.call('documents.taken', { kind, name, serial, outcome: state })
      if (isOver() || (!reply.ok && reply.error.is === 'unreached')) return false
      writeDocuments(
        database,
        stored().map((one) =>
          keyOf(one) === keyOf({ kind, name }) && one.serial === serial && one.state === state
            ? { ...one, isReported: true }
            : one,
        ),
      )
    }
    return true
  }

  return {
    /** Called when the hub may have new documents. The next round asks for them. */
    askAgain() {
      isAsked = false
    },
    /** Handles waiting and new documents. False if the hub could not be reached. */
    async bringIn(isOver: () => boolean): Promise<boolean> {
      for (const { document } of waiting.values()) settle(document)
      if (!client.mayAsk()) return false
      if (!isAsked && !(await ask(isOver))) return false
      cancelRetry?.()
      const isForQuiet = [...waiting.values()].some(({ problem }) => problem === undefined)
      cancelRetry = isForQuiet ? clock.after(quietPause, wake) : undefined
      return report(isOver)
    },
    view: (): readonly DocumentView[] => [
      ...stored().map(({ kind, name, serial, state, problem }) => ({
        kind,
        name,
        serial,
        state,
        ...defined({ problem }),
      })),
      ...[...waiting.values()].map(({ document: { kind, name, serial }, problem }) => ({
        kind,
        name,
        serial,
        state: 'waiting' as const,
        ...defined({ problem }),
      })),
    ],
    stop: () => cancelRetry?.(),
  }
}

/** A document with a valid signature. `fingerprint`: SHA-256 of the key that signed it, in pairs of hexadecimal digits. */
export interface OpenedDocument {
  readonly text: DocumentText
  readonly fingerprint: string
}

/** Checks the signature and reads the text. The caller must decide whether the key is accepted. */
export function openDocument({ text, key, signature }: SignedDocument): OpenedDocument | 'forged' | 'unusable' {
  const publicKey = Buffer.from(key, 'base64')
  if (!hasSignatureOf(publicKey, bytesToSign('document', text), Buffer.from(signature, 'base64'))) return 'forged'
  const read = readJson(text, documentTextSchema)
  return read === undefined ? 'unusable' : { text: read, fingerprint: keyFingerprint(publicKey) }
}
