import { hostnameListSchema, type HostnameList } from '../../../shared/bridge/hostname-channels.ts'
import { defined } from '../../../shared/defined.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { fail, succeed } from '../../../shared/result.ts'
import { type Answer, namesOf } from '../../../platform/answer.ts'
import { readDeviceList, wordUnread } from '../../../platform/read/read-devices.ts'
import type { DeviceRecord } from '../../../platform/find-fields.ts'
import { listUnder } from '../../jobs/steps/bind-box.ts'
import { readBox } from '../../jobs/steps/console-steps.ts'
import type { Question } from '../customers/cached-answers.ts'
import { findBoxJob } from '../activation/find-conflict.ts'
import { forWork, saveJobs } from '../activation/save-job.ts'
import { explain } from '../customers/explain-answer.ts'
import { boxKey, hostnameDraftEnd } from '../../jobs/ledger/job-keys.ts'
import { withPlatform, type ChannelsOf, type SessionHandlers } from '../session/session.ts'

const boxWords = /\b(?:mac|macs|mac\s*address(?:es)?|devices?|box(?:es)?)\b/i

const hostnameWords = /\bhost(?:\s?names?|s)?\b|\bdomain\b|\bportal\b/i

/** Lists the boxes of a hostname, and adds boxes to it (MAC addresses). */
export const hostnameHandlers: SessionHandlers<ChannelsOf<'hostname'>> = {
  'hostname.cached': ({ settings, answers }, { hostname }) => {
    const connection = settings.active()
    const list = connection && answers.find(questionOf(connection, hostname), hostnameListSchema)?.answer
    return succeed(defined({ list }))
  },
  'hostname.read': (session, { hostname }) =>
    withPlatform(session, async ({ access, connection, sealing, clock, answers }) => {
      const answer = await access.read('GetMacAddressesUnderHostname', { hostname })
      const list = readList(answer, hostname, clock.now())
      if (list === undefined) return explain(answer)
      answers.keep(
        questionOf(connection, hostname),
        { ...list, hostname },
        list.boxes.flatMap(({ identifier, also = [] }) =>
          (identifier ? [identifier, ...also] : []).map((one) => boxKey(sealing, connection, one)),
        ),
      )
      return succeed(list)
    }),
  'hostname.in-work': (session, { identifiers }) => {
    const connection = session.settings.active()
    if (connection === undefined) return succeed({ found: [] })
    const found = identifiers.flatMap((identifier, index) => {
      const job = findBoxJob(identifier, { kind: 'hostname' }, { ...session, connection })
      return job === undefined ? [] : [{ index, jobId: job.id }]
    })
    return succeed({ found })
  },
  'hostname.add': (session, { draftId, hostname, boxes }) => {
    const work = forWork(session)
    if (!work.ok) return work
    const { connection, sealing } = work.value
    const drafts = boxes.map((box) => ({
      draftId: draftId + hostnameDraftEnd(sealing, connection, { hostname, box }),
      intent: { kind: 'hostname' as const, box, hostname },
    }))
    const saved = saveJobs(drafts, work.value, false)
    if (!saved.ok) return saved
    const { ids, conflicts, refused } = saved.value
    // All boxes share the hostname, so the refusal of one box applies to all boxes.
    const [refusal] = refused.values()
    if (refusal !== undefined) return fail(refusal)
    const left = drafts.flatMap((draft, index) => {
      const conflict = conflicts.get(draft.draftId)
      return conflict === undefined ? [] : [{ index, jobId: conflict.jobId }]
    })
    return succeed({ ids: [...new Set(ids.values())], left })
  },
}

const questionOf = ({ id }: Connection, hostname: string): Question => ({
  connectionId: id,
  kind: 'hostname',
  text: hostname.toLowerCase(),
})

/**
 * Reads the boxes of a hostname. Entries that were not understood are listed in the platform's own words. Undefined if the rest of the answer
 * was not completely understood.
 */
export function readList(answer: Answer, hostname: string, at: number): HostnameList | undefined {
  const words = answer.message === undefined ? {} : { words: answer.message }
  if (answer.verdict === 'absent') return { at, boxes: [], none: tellNone(answer), ...words }
  const list = answer.verdict === 'accepted' ? listUnder(hostname, readDeviceList(answer)) : undefined
  const others = list && wordUnread(list, namesOf(answer))
  if (list === undefined || others === undefined || list.isCut) return undefined
  const boxes = [...list.devices.map(describeBox), ...others.map((text) => ({ text }))]
  return { at, boxes, ...(boxes.length === 0 && { none: tellNone(answer) }) }
}

/** Describes one record of the list. If the record has several identifiers, the first readable identifier names the box. */
function describeBox({ id, also = [], model }: DeviceRecord): HostnameList['boxes'][number] {
  const [identifier, ...others] = [id, ...also].flatMap((text) => readBox(text) ?? [])
  return defined({ text: id, identifier, also: others.length === 0 ? undefined : others, model })
}

/**
 * Why an answer of `GetMacAddressesUnderHostname` lists no box (MAC addresses). `either` means that the message does not say whether the
 * hostname is unknown or has no box, for example because the message is empty.
 */
export function tellNone({ verdict, message = '' }: Pick<Answer, 'verdict' | 'message'>): HostnameList['none'] {
  if (verdict === 'accepted' || boxWords.test(message)) return 'no-box'
  return hostnameWords.test(message) ? 'unknown-hostname' : 'either'
}
