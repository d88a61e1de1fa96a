import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { StepKnowledge } from './step-rule.ts'

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

const fullName = (first = '', last = ''): string => `${first} ${last}`.trim().replace(/\s+/g, ' ')

const digits = (text = ''): string => text.replace(/\D/g, '').replace(/^0+/, '')

/** With or without the country in front: the longer ends as the shorter does, and that is long enough to tell. */
const matchesNumber = (told: string, ours: string): boolean | undefined =>
  told === '' ? undefined : told === ours || (told.length >= 7 && ours.endsWith(told))

/** Nothing where the platform did not tell. */
const matches = (told: string, ours: string): boolean | undefined =>
  told === '' ? undefined : told.toLowerCase() === ours.toLowerCase()
