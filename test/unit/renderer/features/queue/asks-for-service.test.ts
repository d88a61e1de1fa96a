import { describe, expect, test } from 'vitest'
import { customerActions, makeActionJob } from '../../../../fakes/action-jobs.ts'
import { asksForService, isRefusedForService } from '../../../../../src/renderer/src/features/queue/service-hint.tsx'

describe('a refusal asks for crmService if it says', () => {
  test.each([
    'Parameter crmService is not valid: required.',
    'crmService is required',
    'The crmService field is required.',
    'Missing parameter crmService',
    "Required parameter 'crmService' is missing.",
    'Required String parameter "crmService" is not present',
    'Missing: userid, crmService',
    'crm_service must be provided',
    'CRM service name was not specified',
    'No crmService given.',
    'Please provide the CRM service!',
    'The crmService cannot be null or empty.',
    'Value cannot be null. Parameter name: crmService',
    "Value cannot be null. (Parameter 'crmService')",
    'Could not renew. CRMSERVICE wasn’t sent; nothing was changed.',
    'Cannot renew without crmService',
  ])('%s', (words) => {
    expect(asksForService(words)).toBe(true)
  })
})

describe('a refusal does not ask for crmService if it says', () => {
  test.each([
    '',
    'Parameter crmServices is not valid: required.',
    'There is no crmService of this name.',
    'crmService not found',
    'Unknown crmService north-crm',
    'Parameter cmsService is not valid: required.',
    'Parameter months is required. There is no crmService of this name.',
    'Customer not found.',
  ])('%s', (words) => {
    expect(asksForService(words)).toBe(false)
  })
})

describe('the hint about crmService', () => {
  const why = { code: 'platform-refused', detail: 'crmService is required' } as const
  const refused = (kind: 'renewal' | 'product-change', state: 'refused' | 'dropped' = 'refused') => {
    const job = makeActionJob(customerActions[kind], state, 1, 0)
    return { ...job, summary: { ...job.summary, why } }
  }

  test('is shown for a refused renewal, from the console or not', () => {
    expect(isRefusedForService(refused('renewal'))).toBe(true)
    const job = refused('renewal')
    expect(isRefusedForService({ ...job, summary: { ...job.summary, kind: 'console' } })).toBe(true)
    expect(isRefusedForService(refused('renewal', 'dropped'))).toBe(false)
    expect(isRefusedForService(refused('product-change'))).toBe(false)
  })

  test('is not shown if the platform said something else, or nothing', () => {
    expect(isRefusedForService(makeActionJob(customerActions.renewal, 'refused', 1, 0))).toBe(false)
    const job = refused('renewal')
    expect(isRefusedForService({ ...job, summary: { ...job.summary, why: { code: 'platform-refused' } } })).toBe(false)
  })
})
