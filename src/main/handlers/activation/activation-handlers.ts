import type { Checked } from '../../../shared/bridge/contract.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import { boxOf, type Intent, mostAside } from '../../../shared/domain/activation.ts'
import { succeed } from '../../../shared/result.ts'
import { actionsNow } from '../../jobs/ledger/job-view.ts'
import { carryTries } from '../../jobs/look.ts'
import { problem, type Refusal } from '../session/problem.ts'
import { done, type ChannelsOf, type Session, type SessionHandlers } from '../session/session.ts'
import { type Conflict, findConflict, refusePlatformIssued, withoutMade } from './find-conflict.ts'
import { prepareJob, forWork, keepTask, saveJobs } from './save-job.ts'
import { z } from 'zod'
import { customerPageSchema } from '../../../shared/domain/customer/customer-view.ts'
import { boxKey, useridOf } from '../../jobs/ledger/job-keys.ts'
import { draftOfJob } from '../../jobs/ledger/records.ts'

export const activationHandlers: SessionHandlers<'box.look-up' | ChannelsOf<'draft'> | 'job.save' | 'job.correct'> = {
  /** Finds the known holders of a box in jobs on this computer and in cached answers of the platform. Sends no request. */
  'box.look-up': ({ settings, sealing, queue, answers }, { identifier }) => {
    const connection = settings.active()
    if (connection === undefined) return succeed({ jobs: [], holders: [] })
    const key = boxKey(sealing, connection, identifier)
    const customers = answers.showing(key, 'customer', customerPageSchema).flatMap(({ at, answer }) => {
      if (answer.kind !== 'customer') return []
      const { userid, firstname = '', lastname = '' } = answer.facts
      const name = `${firstname} ${lastname}`.trim() || undefined
      return [{ by: 'customer' as const, at, ...defined({ userid, name }) }]
    })
    const hostnames = answers
      .showing(key, 'hostname', z.object({ hostname: z.string() }))
      .map(({ at, answer }) => ({ by: 'hostname' as const, at, hostname: answer.hostname }))
    return succeed({
      jobs: [...queue.views.holding(connection.id, { boxKey: key })],
      holders: [...customers, ...hostnames],
    })
  },
  'draft.read': ({ drafts }) => succeed(defined({ draft: drafts.read() })),
  'draft.save': ({ drafts, queue }, { draft }) => {
    // The screen stores drafts on a timer, so this call may come after a job was made from the draft. Such a draft is not stored again.
    const jobId = queue.ledger.ofDraft(draft.id)
    if (jobId !== undefined) return refuseConflict({ code: 'saved-already', jobId })
    if ((draft.aside ?? []).length > mostAside) return problem('too-many-drafts', 'Too many forms are put aside')
    drafts.save(draft)
    return done
  },
  'draft.discard': ({ drafts }) => {
    drafts.discard()
    return done
  },
  'job.save': saveJob,
  'job.correct': correctJob,
}

const conflictWords = {
  'saved-already': 'The draft is saved as a job with other values, or as one that was dropped',
  'box-in-job': 'This box is in another job',
  'log-in-in-job': 'This user ID is in another job',
}

const refuseConflict = ({ code, jobId }: Conflict): Refusal =>
  problem(code, conflictWords[code], { jobId, ...(code === 'log-in-in-job' && { fields: { 'logIn.userid': code } }) })

function saveJob(
  session: Session,
  { draftId, intent, evenIfKnown = false }: Checked<'job.save'>,
): Reply<{ id: string }> {
  const work = forWork(session)
  if (!work.ok) return work
  const saved = saveJobs([{ draftId, intent }], work.value, evenIfKnown)
  if (!saved.ok) return saved
  const { ids, conflicts, refused } = saved.value
  const conflict = conflicts.get(draftId)
  if (conflict !== undefined) return refuseConflict(conflict)
  const refusal = refused.get(draftId)
  if (refusal !== undefined) return { ok: false, error: refusal }
  const id = ids.get(draftId)
  if (id === undefined) return problem('bad-request', 'Nothing was saved')
  // The draft ends only if the job was made from it. A job from another screen, such as a customer's page, does not end the draft.
  if (session.drafts.read()?.id === draftId) session.drafts.finish()
  return succeed({ id })
}

function correctJob(session: Session, request: Checked<'job.correct'>): Reply<Record<string, never>> {
  // The search for conflicts is part of the transaction, because another thread may write conflicting jobs of a list at the same time.
  const corrected = session.queue.ledger.atOnce(() => reviseJob(session, request))
  if (!corrected.ok) return corrected
  const { id } = request
  // A draft that does not belong to this correction is kept.
  if (session.drafts.read()?.correcting === id) session.drafts.finish()
  session.jobChanged(id)
  session.queue.wake(corrected.value.connectionId)
  return done
}

/** Runs within a transaction. */
function reviseJob(
  session: Session,
  { id, intent, revision, evenIfKnown = false }: Checked<'job.correct'>,
): Reply<{ connectionId: string }> {
  const { queue, settings } = session
  const loaded = queue.ledger.load(id)
  const connection = loaded && settings.connection(loaded.job.connectionId)
  if (loaded === undefined || connection === undefined) return problem('not-found', 'There is no such job')
  const { job, steps } = loaded
  if (!actionsNow(queue.ledger, job, steps).includes('correct') || job.revision !== revision)
    return problem('changed-meanwhile', 'The job has moved on since it was read', { jobId: id })
  const hasBox = boxOf(intent) !== undefined
  if (intent.kind !== job.kind || hasBox !== (boxOf(job.payload.intent) !== undefined))
    return problem('not-allowed', 'A correction keeps the kind of the job')
  const isCreated = steps.some(
    ({ kind, state }) => kind === 'create-customer' && (state === 'done' || state === 'unconfirmed'),
  )
  const asked = keepUnasked(intent, job.payload.intent)
  const wanted = isCreated ? keepCustomer(asked, job.payload.intent) : withoutMade(asked)
  const work = { ...session, connection }
  const conflict = findConflict(wanted, work, evenIfKnown, { id, isCreated })
  if (conflict !== undefined) return refuseConflict(conflict)
  const refusal = refusePlatformIssued([wanted], work, id)
  if (refusal !== undefined) return refusal
  const prepared = prepareJob(wanted, work, { mappingId: job.payload.customermappingid })
  if (!prepared.ok) return prepared
  const { payload, steps: planned, ...keys } = prepared.value
  queue.ledger.revise(job, payload, carryTries(queue.ledger, job, steps, planned), keys)
  if (useridOf(payload.intent) !== useridOf(job.payload.intent))
    keepTask(draftOfJob(session.database, id), payload.intent, work)
  return succeed({ connectionId: connection.id })
}

/** The corrected intent with the former customer, because that customer was already created. The correction applies only to later steps. */
function keepCustomer(intent: Intent, created: Intent): Intent {
  if (intent.kind === 'console' && created.kind === 'console') {
    const { uuid = '' } = intent.values
    return { ...created, values: { ...created.values, ...(uuid !== '' && { uuid }) } }
  }
  if (!('logIn' in intent) || !('logIn' in created)) return intent
  const { customer, plan, logIn, made, options } = created
  const { options: _, ...rest } = withoutMade(intent)
  return { ...rest, customer, plan, logIn, ...(made && { made }), ...(options && { options }) }
}

/** Copies from the former intent what the form does not show: creation options, the replaced box, and the name of an unchanged customer. */
export function keepUnasked<I extends Intent>(intent: I, former: Intent): I {
  const options = 'options' in former ? former.options : undefined
  const replaces = 'replaces' in former ? former.replaces : undefined
  const name = 'customerName' in former ? former.customerName : undefined
  const isNamed = name !== undefined && 'userid' in former && 'userid' in intent && intent.userid === former.userid
  return {
    ...intent,
    ...('logIn' in intent && intent.options === undefined && options !== undefined && { options }),
    ...(intent.kind === 'existing-customer' && intent.replaces === undefined && replaces !== undefined && { replaces }),
    ...(isNamed && intent.customerName === undefined && { customerName: name }),
  }
}
