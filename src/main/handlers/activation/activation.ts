import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { Activation, Intent } from '../../../shared/domain/activation.ts'
import type { JobSummary } from '../../../shared/domain/job.ts'
import { isIn } from '../../../shared/domain/job-states.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { carryTries } from '../../jobs/carry-tries.ts'
import { createTasks } from '../../maintenance/tasks.ts'
import type { Ports } from '../../ports.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../session/book.ts'
import { boxKey, customerKey, useridOf } from '../session/keys.ts'
import { refuseMadeThere, withoutMade } from './made-there.ts'
import { done, type Office } from '../session/office.ts'
import { problem } from '../session/problem.ts'
import { createJobMaker, type Workplace } from './save-job.ts'

export interface ActivationDeps {
  readonly ports: Ports
  readonly book: Book
  readonly vault: Vault
  readonly office: Office
  /** Called with the id of a new or changed job, so that the screens update. */
  readonly onJob: (jobId: string) => void
}

type ActivationHandlers = Pick<
  Handlers,
  'draft.read' | 'draft.save' | 'draft.discard' | 'activation.save' | 'act.save' | 'job.correct'
>

/** Turns a technician's intent into a job on disk. */
export function createActivationDesk({ ports, book, vault, office, onJob }: ActivationDeps): ActivationHandlers {
  const maker = createJobMaker(ports, book, onJob)

  return {
    'draft.read': () =>
      office.use(({ drafts }) => {
        const draft = drafts.read()
        return succeed(draft === undefined ? {} : { draft })
      }),
    'draft.save': ({ draft }) =>
      office.use(({ drafts }) => {
        drafts.save(draft)
        return done
      }),
    'draft.discard': () =>
      office.use(({ drafts }) => {
        drafts.discard()
        return done
      }),
    'activation.save': ({ draftId, intent, evenIfKnown }) =>
      office.use((open) => {
        const place = maker.workplace(open, vault.sealing())
        if (!place.ok) return place
        const { connection, sealing } = place.value
        const { queue, drafts } = open
        const saved = queue.ledger.ofDraft(draftId)
        if (saved !== undefined) return succeed({ id: saved })
        if (!evenIfKnown) {
          const key = boxKey(sealing, connection, intent.box.identifier)
          const inTheWay = findInTheWay(queue.views.holding(connection.id, { boxKey: key }), intent)
          if (inTheWay !== undefined) return problem('box-in-job', 'This box is in another job', { jobId: inTheWay.id })
        }
        if (intent.kind === 'existing-customer' && intent.replaces !== undefined)
          createTasks(open.database, sealing, ports.clock).keep({
            draftId,
            connectionId: connection.id,
            customerKey: customerKey(sealing, connection, intent.userid),
            userid: intent.userid,
            box: intent.replaces,
          })
        const job = sameLogIn(place.value, intent) ?? maker.save(draftId, intent, place.value)
        // A job that was saved from another screen, such as a customer's page, leaves an unfinished draft alone.
        if (job.ok && (drafts.read()?.id ?? draftId) === draftId) drafts.finish()
        return job
      }),
    'act.save': ({ draftId, act }) =>
      office.use((open) => {
        const place = maker.workplace(open, vault.sealing())
        if (!place.ok) return place
        const saved = open.queue.ledger.ofDraft(draftId)
        if (saved !== undefined) return succeed({ id: saved })
        const job = sameLogIn(place.value, act) ?? maker.save(draftId, act, place.value)
        if (job.ok && open.drafts.read()?.id === draftId) open.drafts.finish()
        return job
      }),
    'job.correct': ({ id, intent, revision }) =>
      office.use((open) => {
        const { queue } = open
        const loaded = queue.ledger.load(id)
        const sealing = vault.sealing()
        const connection = loaded && book.connection(loaded.job.connectionId)
        if (loaded === undefined || connection === undefined || sealing === undefined)
          return problem('not-found', 'There is no such job')
        const { job, steps } = loaded
        if (job.state !== 'refused' || job.revision !== revision)
          return problem('changed-meanwhile', 'The job has moved on since it was read', { jobId: id })
        if (intent.kind !== job.kind) return problem('not-allowed', 'A correction keeps the kind of the job')
        const isCreated = steps.some(
          ({ kind, state }) => kind === 'create-customer' && (state === 'done' || state === 'unconfirmed'),
        )
        const asked = keepUnasked(intent, job.payload.intent)
        const wanted = isCreated ? keepCustomer(asked, job.payload.intent) : withoutMade(asked)
        const refusal = refuseMadeThere([wanted], { open, sealing, connection }, id)
        if (refusal !== undefined) return refusal
        const { customermappingid } = job.payload
        const draught = maker.draught(
          wanted,
          { open, sealing, connection },
          { ...(customermappingid !== undefined && { customermappingid }) },
        )
        if (!draught.ok) return draught
        const { payload, steps: planned, ...keys } = draught.value
        queue.ledger.revise(job, payload, carryTries(queue.ledger, job, steps, planned), keys)
        // Another waiting draft does not belong to this correction and stays.
        if (open.drafts.read()?.correcting === id) open.drafts.finish()
        onJob(id)
        queue.wake(connection.id)
        return done
      }),
  }
}

/** A job that blocks this intent: unfinished on the box, or finished for another customer. Finished hostname jobs do not block. */
export function findInTheWay(holding: readonly JobSummary[], intent: Activation): JobSummary | undefined {
  const userid = useridOf(intent)
  return holding.find((job) => {
    const isOver = isIn('resting', job.state) && job.state !== 'needs-you'
    if (!isOver) return true
    return intent.kind !== 'hostname' && job.kind !== 'hostname' && (userid === undefined || job.userid !== userid)
  })
}

/** Refuses a new customer whose user ID is taken by another job on this computer. Names that job; nothing is saved. */
export function sameLogIn(
  { open, connection, sealing }: Workplace,
  intent: Intent,
): Result<never, BridgeError> | undefined {
  if (!('logIn' in intent) || intent.logIn.userid === undefined) return undefined
  const key = customerKey(sealing, connection, intent.logIn.userid)
  const taken = open.queue.views
    .holding(connection.id, { customerKey: key })
    .find(({ kind }) => creatingKinds.has(kind))
  return taken === undefined
    ? undefined
    : problem('log-in-in-job', 'This log-in was chosen for another job', {
        jobId: taken.id,
        fields: { 'logIn.userid': 'log-in-in-job' },
      })
}

const creatingKinds: ReadonlySet<JobSummary['kind']> = new Set(['new-customer', 'customer-alone'])

/** A customer who was created stays unchanged: a correction applies only to the later steps. */
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

/** Copies from the former intent what the form does not ask: creation options, the replaced box, and the same customer's name. */
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
