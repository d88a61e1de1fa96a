import { describe, expect, it } from 'vitest'
import { planSchema, productSchema, type Plan } from '../../../../src/shared/domain/customer/customer.ts'

const family: Plan = { productid: 'FAMILY', months: 12, days: 0, renewalinterval: 1 }

function problemsOf(plan: Plan): Record<string, string> {
  const issues = planSchema.safeParse(plan).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
}

describe('the plan of a subscription', () => {
  it('has a length in months or in days', () => {
    expect(problemsOf(family)).toEqual({})
    expect(problemsOf({ ...family, months: 0, days: 30 })).toEqual({})
  })

  it.each<[Partial<Plan>, Record<string, string>]>([
    [{ months: 12, days: 30 }, { months: 'months-and-days' }],
    [{ months: 0, days: 0 }, { months: 'months-or-days' }],
    [{ productid: ' ' }, { productid: 'required' }],
    [{ productid: 'x'.repeat(101) }, { productid: 'too-long' }],
    [{ months: -1 }, { months: 'whole-number' }],
    [{ months: 1.5 }, { months: 'whole-number' }],
    [{ months: 121 }, { months: 'too-long-a-time' }],
    [{ months: 0, days: 3661 }, { days: 'too-long-a-time' }],
    [{ renewalinterval: 0 }, { renewalinterval: 'renewal-interval' }],
    [{ renewalinterval: 1.5 }, { renewalinterval: 'whole-number' }],
    [{ renewalinterval: 121 }, { renewalinterval: 'too-long-a-time' }],
  ])('is rejected with %j: %j', (change, problems) => {
    expect(problemsOf({ ...family, ...change })).toMatchObject(problems)
  })
})

describe('a product of a connection', () => {
  const product = { ...family, name: 'Family' }

  it('may have one default length or none, but not two', () => {
    expect(productSchema.safeParse(product).success).toBe(true)
    expect(productSchema.safeParse({ ...product, months: 0 }).success).toBe(true)
    const both = productSchema.safeParse({ ...product, days: 30 })
    expect(both.error?.issues[0]).toMatchObject({ path: ['months'], message: 'months-and-days' })
  })

  it('cannot have a length that a plan cannot have', () => {
    expect(productSchema.safeParse({ ...product, months: 121 }).success).toBe(false)
    expect(productSchema.safeParse({ ...product, renewalinterval: 0 }).success).toBe(false)
  })
})
