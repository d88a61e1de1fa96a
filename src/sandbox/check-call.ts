import { timingSafeEqual } from 'node:crypto'
import { validateParameters } from '../platform/catalogue/validate.ts'
import { needValue, refuse, valueOf, type Call, type Failure } from './call.ts'

/** Checks a call before its handler runs: the token, the parameters, and the services that it names. */
export function checkCall(call: Call): Failure | undefined {
  const { tenancy } = call.platform
  const token = valueOf(call, 'authToken')
  if (token !== undefined && !isSameText(token, tenancy.authToken))
    return refuse('wrong-token', 'Invalid company token.')
  return checkParameters(call) ?? checkServices(call)
}

/** Compares two secrets in constant time. */
export function isSameText(given: string, kept: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(kept)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function checkParameters(call: Call): Failure | undefined {
  const values =
    call.operation.id === 'GetCustomerStatusByIds' ? { ...call.parameters, user_ids: call.userIds } : call.parameters
  const [first] = validateParameters(call.operation, values)
  if (first !== undefined) return refuse('bad-request', `Parameter ${first.name} is not valid: ${first.problem}.`)
  const token = needValue(call, 'authToken')
  return typeof token === 'string' ? undefined : token
}

/** A call must name all services of its operation, even if the interface document does not mark these parameters as required. */
function checkServices(call: Call): Failure | undefined {
  const { crmService, cmsService } = call.platform.tenancy
  const expected = { crmService, crmServices: crmService, cmsService }
  for (const name of servicesOf(call)) {
    const given = needValue(call, name)
    if (typeof given !== 'string') return given
    if (given !== expected[name]) return refuse('unknown-service', `There is no ${name} of this name.`)
  }
  return undefined
}

/**
 * The names of the parameters in which a call must name its services. For the CRM service of a renewal there are two such parameters; the
 * option `renewalService` decides which of them counts.
 */
function servicesOf(call: Call): readonly ('crmService' | 'crmServices' | 'cmsService')[] {
  if (call.operation.effect !== 'renew')
    return (['crmService', 'cmsService'] as const).filter((service) =>
      call.operation.parameters.some(({ name }) => name === service),
    )
  const { renewalService } = call.platform.options()
  if (renewalService === 'plural') return ['crmServices']
  if (renewalService === 'singular') return ['crmService']
  const given = (['crmServices', 'crmService'] as const).filter((name) => valueOf(call, name) !== undefined)
  return given.length === 0 ? ['crmServices'] : given
}
