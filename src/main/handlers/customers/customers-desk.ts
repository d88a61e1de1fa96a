import { createDirectLookUp } from './customers-direct.ts'
import { createCustomerLights } from './customers-lights.ts'
import { createCustomerLists } from './customers-list.ts'
import { createCustomerPages } from './customers-page.ts'
import type { CustomersDeps } from './customers-room.ts'
import { createQuestions } from '../session/questions.ts'

/** Everything behind the Customers screen; reads only. */
export function createCustomersDesk(parts: Omit<CustomersDeps, 'questions'>) {
  const deps = { ...parts, questions: createQuestions() }
  return {
    ...createCustomerLists(deps),
    ...createDirectLookUp(deps),
    ...createCustomerPages(deps),
    ...createCustomerLights(deps),
  }
}
