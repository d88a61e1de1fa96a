import { logInOf, type IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { settleCreation, takesOf } from '../../../shared/domain/creation.ts'
import { identifierOnWire } from '../../../shared/domain/device-identifier.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readCustomer, readCustomerPage } from '../../../platform/read/fields.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Finding } from '../ledger/history.ts'
import type { Payload, PlannedStep } from '../ledger/payload.ts'
import { makingOf } from './platform-credentials.ts'
import { services } from './services.ts'
import { foundOnly, type Found, type StepKnowledge, type StepRule } from './step-rule.ts'

const fullName = (first = '', last = ''): string => `${first} ${last}`.trim().replace(/\s+/g, ' ')

const digits = (text = ''): string => text.replace(/\D/g, '').replace(/^0+/, '')

/** With or without the country in front: the longer ends as the shorter does, and that is long enough to tell. */
const matchesNumber = (told: string, ours: string): boolean | undefined =>
  told === '' ? undefined : told === ours || (told.length >= 7 && ours.endsWith(told))

/** Nothing where the platform did not tell. */
const matches = (told: string, ours: string): boolean | undefined =>
  told === '' ? undefined : told.toLowerCase() === ours.toLowerCase()

const carryingOurs = (customers: readonly CustomerRecord[], { payload }: StepKnowledge): readonly CustomerRecord[] => {
  const ours = payload.customermappingid?.toLowerCase() ?? ''
  return customers.filter((customer) => ours !== '' && mappingOf(customer) === ours)
}

const mappingOf = ({ customermappingid = '' }: CustomerRecord): string =>
  customermappingid === '0' ? '' : customermappingid.toLowerCase()

type Creation = IntentOf<'new-customer'> | IntentOf<'customer-alone'>

/**
 * A customer (Customer creation), read by the userid; where the platform makes that and it is not known, by our own mapping id.
 */
export const createCustomerRule: StepRule = {
  reads: 'getCustomer',
  creates: true,
  spends: false,
  judge: (answer, knowledge) => (isUnnamed(knowledge) ? findByMappingId : findCustomer)(answer, knowledge),
  alsoReads: {
    reads: 'getCustomers',
    isAsked: (knowledge) => isUnnamed(knowledge) && knowledge.mayHaveArrived,
    judge: findInNewest,
  },
}

const isUnnamed = ({ payload }: StepKnowledge): boolean => makingOf('create-customer', payload) === 'unknown'

/** A customer, with the box in the same call where there is one (Customer creation). */
export function planCreation(intent: Creation, payload: Payload, connection: Connection): PlannedStep {
  const { plan, logIn } = intent
  const named = logInOf(intent)
  const hasBox = intent.kind === 'new-customer'
  const settled = settleCreation(intent.options, hasBox, connection)
  return {
    kind: 'create-customer',
    operation: settled.creation,
    payload: {
      send: {
        ...intent.customer,
        productid: plan.productid,
        subscriptionlengthinmonths: String(plan.months),
        subscriptionlengthindays: String(plan.days),
        renewalinterval: String(plan.renewalinterval),
        ...services(connection),
        ...(logIn.userid !== undefined && { userid: logIn.userid }),
        ...(logIn.password !== undefined && { password: logIn.password }),
        ...(payload.customermappingid !== undefined && { customermappingid: payload.customermappingid }),
        ...settled.send,
        ...(hasBox &&
          takesOf(settled.creation).box && { uuid: identifierOnWire(intent.box.identifier, connection.macFormat) }),
      },
      // The mapping id stays out beside a userid: by it alone a platform may show a customer of another log-in.
      read: {
        userid: named.userid ?? '',
        customermappingid: named.userid === undefined ? (payload.customermappingid ?? '') : connection.unknownMappingId,
        crmService: connection.crmService,
      },
    },
  }
}

function findCustomer(answer: Answer, knowledge: StepKnowledge): Found {
  if (answer.verdict === 'absent') return foundOnly('absent')
  const customer = readCustomer(answer)
  const { intent } = knowledge.payload
  if (customer === undefined || !('logIn' in intent)) return foundOnly('unclear')
  const asked = logInOf(intent).userid
  if (customer.userid !== undefined && !isSame(customer.userid, asked)) return foundOnly('unclear')
  return { finding: whoseIs(customer, knowledge), provesRead: customer.userid !== undefined, customer }
}

/**
 * Our mapping id proves the customer ours. Name or mobile do so only once this job has sent something: before that, a
 * customer of the same name on our log-in is somebody's work already.
 */
function whoseIs(customer: CustomerRecord, knowledge: StepKnowledge): Finding {
  const { mayHaveArrived, isAccepted, payload } = knowledge
  const mapping = customer.customermappingid === '0' ? '' : (customer.customermappingid ?? '')
  if (mapping !== '' && isSame(mapping, payload.customermappingid)) return 'present'
  if (!mayHaveArrived) return 'somebody-else'
  const isOurs = isOurPerson(customer, knowledge)
  if (isOurs === true) return 'present'
  if (isOurs === false || mapping !== '') return 'somebody-else'
  // It shows the log-in alone. After a yes that is enough; after silence it is not.
  return isAccepted ? 'present' : 'unclear'
}

const isSame = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase()

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

/** Whether a customer has the name or the mobile that the job sends; nothing where neither is told. */
export function isOurPerson(
  told: Pick<CustomerRecord, 'firstname' | 'lastname' | 'mobile'>,
  { payload: { intent } }: Pick<StepKnowledge, 'payload'>,
): boolean | undefined {
  if (!('customer' in intent)) return undefined
  const ours = intent.customer
  const matching = [
    matches(fullName(told.firstname, told.lastname), fullName(ours.firstname, ours.lastname)),
    matchesNumber(digits(told.mobile), digits(ours.mobile)),
  ].filter((match) => match !== undefined)
  return matching.length === 0 ? undefined : matching.includes(true)
}
