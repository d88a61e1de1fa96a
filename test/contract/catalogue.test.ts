import { describe, expect, it } from 'vitest'
import { operations } from '../../src/platform/catalogue/catalogue.ts'
import { interfaceTable } from './interface-table.ts'

interface Row {
  readonly name: string
  readonly requirement: string
  readonly type: string
  readonly carriedIn: string
}

const marks = { '!': 'required', '?': 'unmarked', '': 'optional' } as const

function readParameter(notation: string): Row {
  const match = /^(?<name>\w+)(?<mark>[!?]?)(?::(?<type>boolean|string\[\]))?(?:@(?<place>body|retrieval))?$/.exec(
    notation,
  )
  if (match?.groups === undefined) throw new Error(`The table holds ${notation}, which is not in its notation`)
  const { name = '', mark = '', type = 'string', place = 'query' } = match.groups
  return { name, requirement: marks[mark as keyof typeof marks], type, carriedIn: place }
}

const transcribed = interfaceTable
  .trim()
  .split('\n\n')
  .map((block) => {
    const [call = '', ...lines] = block.split('\n')
    return { call, parameters: lines.join(' ').trim().split(/\s+/).map(readParameter) }
  })

const inCatalogue = new Map(operations.map((entry) => [`${entry.method} ${entry.path}`, entry]))

/** The rules of a name, except where it is a filter. */
const rulesOf = (name: string) => [
  ...new Set(
    operations
      .filter(({ section }) => section !== 'GetCustomer')
      .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.name === name))
      .map(({ rule }) => rule),
  ),
]

describe('the catalogue, compared with the interface document,', () => {
  it('has exactly the 32 calls of the document', () => {
    expect(transcribed).toHaveLength(32)
    expect([...inCatalogue.keys()]).toHaveLength(operations.length)
    expect([...inCatalogue.keys()].sort()).toEqual(transcribed.map(({ call }) => call).sort())
  })

  it.each(transcribed)(
    'has the call $call with its parameters, their marks, types and places',
    ({ call, parameters }) => {
      const entry = inCatalogue.get(call)
      expect(
        entry?.parameters.map(({ name, requirement, type, carriedIn }) => ({ name, requirement, type, carriedIn })),
      ).toEqual(parameters)
      expect(entry?.section).toBe(call.split('/')[2])
    },
  )

  it('applies the value rules that the document states', () => {
    expect(rulesOf('mobile')).toEqual(['mobile'])
    expect(rulesOf('password')).toEqual(['password'])
    expect(rulesOf('subscriptionlengthinmonths')).toEqual(['months'])
    expect(rulesOf('subscriptionlengthindays')).toEqual(['days'])
    expect(rulesOf('renewalinterval')).toEqual(['renewal-interval'])
    expect(rulesOf('status_type')).toEqual(['status'])
    expect(rulesOf('page')).toEqual(['page'])
    expect(rulesOf('uuid')).toEqual(['uuid'])
    expect(rulesOf('macAddress')).toEqual(['mac-address'])
    expect(rulesOf('user_ids')).toEqual(['user-ids'])
  })

  it('applies the formats of the getCustomers filters, and accepts part of a mobile number', () => {
    const list = operations.find(({ id }) => id === 'getCustomers')
    const rules = Object.fromEntries(list?.parameters.map(({ name, rule }) => [name, rule]) ?? [])
    expect(rules).toMatchObject({
      status: 'status',
      mobile: 'text',
      subscription_start_date: 'date',
      subscription_end_date: 'date',
      customer_created_from: 'date',
      customer_created_to: 'date',
    })
  })

  it('gives the flag rule to every boolean and to no other parameter', () => {
    const all = operations.flatMap(({ parameters }) => parameters)
    expect(all.every(({ type, rule }) => (type === 'boolean') === (rule === 'flag'))).toBe(true)
  })
})
