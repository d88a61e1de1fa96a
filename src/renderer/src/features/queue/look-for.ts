import { formatMac, type DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { compareStandings, knownOf } from './decision.ts'

/** One thing that the platform's own console shows where a step has arrived. */
export interface Sign {
  readonly of: 'userid' | 'name' | 'box' | 'hostname' | 'product' | 'endDate' | 'endDateMoved' | 'disabled' | 'enabled'
  /** Empty where its name says it all. */
  readonly value: string
}

/** What a person has to look for on the platform to tell whether the step in doubt has arrived. */
export function signsOf(detail: JobDetail): readonly Sign[] {
  const { intent, summary } = detail
  const userid = sign('userid', summary.userid)
  const box = sign('box', summary.box && writeBox(summary.box))
  switch (knownOf(detail)?.step) {
    case 'create-customer':
      return [...userid, ...sign('name', summary.customerName), ...box]
    case 'bind-user':
      return [...userid, ...box]
    case 'bind-hostname':
      return [...box, ...sign('hostname', summary.hostname)]
    case 'renew':
      return [...userid, endSign(detail)]
    case 'change-product': {
      const productid = 'productid' in intent ? intent.productid : undefined
      return [...userid, ...sign('product', summary.productName ?? productid), endSign(detail)]
    }
    case 'disable':
      return [...userid, { of: 'disabled', value: '' }]
    case 'enable':
      return [...userid, { of: 'enabled', value: '' }]
    case undefined:
      return [...userid, ...box]
  }
}

function endSign(detail: JobDetail): Sign {
  const expected = compareStandings(detail)?.expectedEnd
  return expected === undefined ? { of: 'endDateMoved', value: '' } : { of: 'endDate', value: expected }
}

const sign = (of: Sign['of'], value: string | undefined): readonly Sign[] =>
  value === undefined || value === '' ? [] : [{ of, value }]

const writeBox = ({ kind, value }: DeviceIdentifier): string => (kind === 'mac' ? formatMac(value, 'colon') : value)
