import type { Answer } from '../../../platform/answer.ts'
import { readCustomerPage } from '../../../platform/read/fields.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import { isOurPerson } from './is-our-person.ts'
import { foundOnly, type Found, type StepKnowledge } from './step-rule.ts'

/**
 * A customer whose log-in is not known, asked for by the mapping id that this app made. One who shows it is ours. Where the
 * platform shows none, one alone is ours who has the name or the mobile.
 */
export function findByMappingId(answer: Answer, knowledge: StepKnowledge): Found {
  if (answer.verdict === 'absent') return foundOnly('absent')
  const page = readCustomerPage(answer)
  if (page === undefined) return foundOnly('unclear')
  if (page.customers.length === 0) return foundOnly('absent')
  const carrying = carryingOurs(page.customers, knowledge)
  if (carrying.length > 0) return oneOnly(carrying)
  const [only, ...others] = page.customers
  const isSilent = only !== undefined && others.length === 0 && mappingOf(only) === ''
  return isSilent && isOurPerson(only, knowledge) === true ? oneOnly([only]) : foundOnly('unclear')
}

/**
 * The same in the newest customers of the whole list, where that shows mapping ids: a question for one customer may show one of
 * several.
 */
export function findInNewest(first: Found, answer: Answer, knowledge: StepKnowledge): Found {
  const customers = answer.verdict === 'accepted' ? (readCustomerPage(answer)?.customers ?? []) : []
  const carrying = carryingOurs(customers, knowledge)
  if (carrying.length === 0 || first.finding === 'several') return first
  return oneOnly([...(first.finding === 'present' && first.customer ? [first.customer] : []), ...carrying])
}

function oneOnly(carrying: readonly CustomerRecord[]): Found {
  const userids = new Set(carrying.map(({ userid }) => userid?.toLowerCase()))
  const [customer] = carrying
  if (userids.size > 1) return foundOnly('several')
  // Without a log-in there is nothing to go on with.
  if (customer?.userid === undefined) return foundOnly('unclear')
  return { finding: 'present', provesRead: false, customer }
}

const carryingOurs = (customers: readonly CustomerRecord[], { payload }: StepKnowledge): readonly CustomerRecord[] => {
  const ours = payload.customermappingid?.toLowerCase() ?? ''
  return customers.filter((customer) => ours !== '' && mappingOf(customer) === ours)
}

const mappingOf = ({ customermappingid = '' }: CustomerRecord): string =>
  customermappingid === '0' ? '' : customermappingid.toLowerCase()
