import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { slipOfJob, type SlipModel } from '../ticket/slip-model.ts'
import type { ActCustomer } from './act-customer.ts'

/** A customer's slip: that of the job which made them, or one that names the log-in and no password. */
export function slipOfCustomer(
  customer: ActCustomer,
  made: JobDetail | undefined,
  connection: Pick<ConnectionView, 'settings'>,
  preferences: Pick<Preferences, 'stationName' | 'technician'>,
  now: number,
): SlipModel {
  const endDate = customer.endDate === undefined ? {} : { endDate: customer.endDate }
  if (made !== undefined) {
    const slip = slipOfJob(made, connection, preferences)
    return { ...slip, ticket: { ...slip.ticket, ...endDate } }
  }
  return {
    standing: 'done',
    operator: connection.settings.name,
    ticket: {
      kind: 'existing-customer',
      state: 'done',
      box: undefined,
      customer: {
        ...(customer.name !== undefined && { name: customer.name }),
        userid: customer.userid,
        address: [],
        reach: [],
      },
      plan: undefined,
      hostname: undefined,
      logIn: { kind: 'known', userid: customer.userid, hasPassword: false },
      customerLight: 'not-asked-for',
      operatorLight: 'not-asked-for',
      ...endDate,
    },
    from: [preferences.stationName, preferences.technician].filter((text) => text.trim() !== ''),
    savedAt: now,
  }
}
