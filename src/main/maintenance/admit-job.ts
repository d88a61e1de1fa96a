import { defined } from '../../shared/defined.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { succeed, type Result } from '../../shared/result.ts'
import { keysOf } from '../jobs/ledger/job-keys.ts'
import type { Payload } from '../jobs/ledger/payload.ts'
import { replan, type StrayStep } from '../jobs/plans.ts'
import { ordinaryOf } from '../jobs/steps/console.ts'
import type { Sealing } from '../vault/sealing.ts'
import type { Incoming } from './import-work.ts'
import type { TransferredJob } from './transfer-file.ts'

/** Plans another computer's job again for a connection of this computer. Refuses a job that would send something else than it shows. */
export function admitJob(job: TransferredJob, connection: Connection, sealing: Sealing): Result<Incoming, StrayStep> {
  const steps = replan(job, connection)
  if (!steps.ok) return steps
  return succeed({
    job: { ...job, payload: nameProduct(job.payload, connection), steps: [...steps.value] },
    connectionId: connection.id,
    ...keysOf(sealing, connection, job.payload.intent),
  })
}

/** Replaces the product's name by the connection's own name, because another computer may have sent any name. */
function nameProduct(payload: Payload, { products }: Connection): Payload {
  const { productName: _, ...rest } = payload
  const productid = productIdOf(payload)
  return { ...rest, ...defined({ productName: products.find((one) => one.productid === productid)?.name }) }
}

/** The id of the product that a job orders or changes to. Undefined if there is none. */
export function productIdOf({ intent }: Pick<Payload, 'intent'>): string | undefined {
  const meant = ordinaryOf(intent)
  return 'plan' in meant ? meant.plan.productid : 'productid' in meant ? meant.productid : undefined
}
