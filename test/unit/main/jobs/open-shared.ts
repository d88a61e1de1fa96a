import type { Job } from '../../../../src/main/jobs/ledger/rows.ts'
import type { PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { newCustomerAlone } from './open-ledger.ts'
import { openRunner } from './open-runner.ts'

export const password = 'kv7tm2xwpa'
const firstId = 5_000_000_001
export const idOf = (number: number): string => String(firstId + number)
export const creation = 'addCustomer'
export const alone = ['getCustomer', creation, 'getCustomer']
export const unread = [creation, 'getCustomer']

/** The two known customers, the newest first, and the rows that a platform shows of them. */
export const [newest, other] = [idOf(91), idOf(90)]
export const here = (userid: string, status = 'Active') => ({ userid, status })
export const both = [here(newest), here(other)]

/** A runner with two customers that were created and read back, and the jobs of `waiting` more that nobody ran yet. */
export async function openWithTwo(waiting: number, changed: Partial<Connection> = {}) {
  const open = openRunner(changed)
  const save = (userid: string): Job => open.begin({ ...newCustomerAlone(), logIn: { userid, password } }).job
  const known = [save(idOf(90)), save(idOf(91))]
  for (const job of known) await open.run(job)
  const jobs = Array.from({ length: waiting }, (_, number) => save(idOf(number)))
  let from = open.asked.length
  return {
    ...open,
    save,
    jobs: jobs as unknown as readonly [Job, Job, Job],
    /** What was asked since this was called last. */
    askedSince: () => {
      const since = open.asked.slice(from)
      from = open.asked.length
      return since
    },
    /** The user IDs of each shared question, in order. */
    idsAsked: () => open.requests.flatMap((request) => idsOf(request) ?? []),
    readings: (job: Job) => open.ledger.history(open.load(job.id).steps[0] ?? { id: 0 }, 1),
    created: () => open.effects().map(({ userid }) => userid),
  }
}

const idsOf = ({ body = '{}' }: PlatformRequest): (readonly string[])[] | undefined => {
  const { user_ids } = JSON.parse(body) as { readonly user_ids?: readonly string[] }
  return user_ids === undefined ? undefined : [user_ids]
}
