import type { DatabaseSync } from 'node:sqlite'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { MadeLogIn } from '../../../shared/domain/log-in.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { customerKey } from './customer-key.ts'
import type { Payload } from './payload.ts'
import { sealedAs, type Job, type Step } from './rows.ts'
import { fillLogIn } from '../steps/made-log-in.ts'

/** A log-in that the platform made, on its way into the job and into the steps that wait for it. */
export interface Naming {
  readonly logIn: MadeLogIn
  readonly payload: Payload
  readonly steps: readonly Pick<Step, 'id' | 'position' | 'payload'>[]
}

/** Settles what a job and its steps become by a log-in; nothing where the job has one: what was shown never changes. */
export function nameJob(
  { payload }: Pick<Job, 'payload'>,
  steps: readonly Step[],
  logIn: MadeLogIn,
  connection: Pick<Connection, 'unknownMappingId'>,
): Naming | undefined {
  const { intent } = payload
  if (!('logIn' in intent) || intent.made !== undefined) return undefined
  return {
    logIn,
    payload: { ...payload, intent: { ...intent, made: logIn } },
    steps: steps.map((step) => ({ ...step, payload: fillLogIn(step, logIn, connection) })),
  }
}

/** Writes a naming down where there is one, within the caller's transaction. From then on the job is serial with others on that customer. */
export function createNamer(database: DatabaseSync, sealing: Sealing): (job: Job, naming: Naming | undefined) => void {
  const setJob = database.prepare('UPDATE job SET sealed = ?, customer_key = ? WHERE sequence = ?')
  const setStep = database.prepare('UPDATE step SET sealed = ? WHERE id = ?')
  return ({ id, sequence, connectionId }, naming) => {
    if (naming === undefined) return
    const { logIn, payload, steps } = naming
    const key = customerKey(sealing, { id: connectionId }, logIn.userid)
    setJob.run(sealing.seal(sealedAs.job(id), JSON.stringify(payload)), key, sequence)
    for (const step of steps)
      setStep.run(sealing.seal(sealedAs.step(id, step.position), JSON.stringify(step.payload)), step.id)
  }
}
