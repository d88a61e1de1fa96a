import type { Parameter, RuleName } from './operation.ts'

/** What a parameter is in every operation. Each operation adds the mark and the place. */
export type Definition = Pick<Parameter, 'type' | 'rule' | 'meaning'>

/** A string parameter. The default rule accepts any text. */
export const text = (meaning: string, rule: RuleName = 'text'): Definition => ({ type: 'string', rule, meaning })

/** A boolean parameter. */
export const flag = (meaning: string): Definition => ({
  type: 'boolean',
  rule: 'flag',
  meaning,
})

/** Parameters that mean the same in more than one section of the interface document. */
export const common = {
  authToken: text('Company token, obtained in the CRM settings under company information.'),
  crmService: text('Name of the CRM service.'),
  cmsService: text('Name of the CMS service attached to the CRM service.'),
  userid: text('Log-in id of the existing customer.'),
  password: text('Log-in password of the existing customer; 0 when there is none.', 'password'),
  customermappingid: text('Customer id from an external billing or CRM installation or other system.'),
  productmappingid: text('Product id from an external billing or CRM installation or other system.'),
  productid: text('Product defined in the CRM part, with at least 1 payment plan and at least 1 currency set.'),
  subscriptionlengthinmonths: text(
    'Length of the subscription in months; 0 means the length is given in days.',
    'months',
  ),
  subscriptionlengthindays: text('Length of the subscription in days; 0 means the length is given in months.', 'days'),
  macAddress: text('MAC address of the box.', 'mac-address'),
  hostname: text('Hostname the MAC address is bound to.'),
} as const satisfies Readonly<Record<string, Definition>>

/** Picks parameters by name from a vocabulary and marks them, so that each meaning and rule is written once. */
export function chooseFrom<Name extends string>(
  vocabulary: Readonly<Record<Name, Definition>>,
  carriedIn: Parameter['carriedIn'] = 'query',
) {
  const mark =
    (requirement: Parameter['requirement']) =>
    (...names: readonly Name[]): readonly Parameter[] =>
      names.map((name) => {
        const { type, rule, meaning } = vocabulary[name]
        return { name, type, rule, meaning, requirement, carriedIn }
      })
  return { required: mark('required'), optional: mark('optional'), unmarked: mark('unmarked') }
}
