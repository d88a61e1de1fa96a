import { z } from 'zod'
import { readAddress, type AddressReading } from '../../../../shared/domain/connection/address.ts'
import { connectionFormSchema, type ConnectionForm } from '../../../../shared/bridge/contract.ts'
import {
  proxyLogInSchema,
  proxySchema,
  readProxy,
  type ProxyLogIn,
} from '../../../../shared/domain/connection/proxy.ts'

/** What a person types to connect: the address as it was typed, and the token. */
export const connectionValuesSchema = connectionFormSchema.omit({ baseUrl: true }).extend({
  address: z.string(),
  token: z.string().trim(),
  proxy: proxySchema,
  authority: z.string(),
  /** The log-in of the proxy; none where the user is empty. */
  proxyUser: z.string().trim(),
  proxyPassword: z.string(),
})
export type ConnectionValues = z.infer<typeof connectionValuesSchema>

/** A form that nobody filled in yet. */
export const emptyConnectionValues: ConnectionValues = {
  name: '',
  colour: 'plum',
  address: '',
  crmService: '',
  cmsService: '',
  token: '',
  proxy: '',
  authority: '',
  proxyUser: '',
  proxyPassword: '',
}

/** What a connection is tested and made from, as it was typed. */
export type TypedConnection = Pick<
  ConnectionValues,
  'name' | 'colour' | 'address' | 'crmService' | 'cmsService' | 'proxy' | 'authority'
>

/** The form for the bridge; absent while the address or the proxy cannot be read. */
export function toConnectionForm(values: TypedConnection): ConnectionForm | undefined {
  const reading = readAddress(values.address)
  const proxy = readProxy(values.proxy)
  if (!reading.ok || !proxy.ok) return undefined
  const { name, colour, crmService, cmsService, authority } = values
  return { name, colour, crmService, cmsService, authority, baseUrl: reading.baseUrl, proxy: proxy.proxy }
}

/** The log-in of the proxy for the bridge; absent where there is no proxy, or none was typed. */
export function toProxyLogIn({ proxy, proxyUser, proxyPassword }: ConnectionValues): ProxyLogIn | undefined {
  const reading = proxyLogInSchema.safeParse({ user: proxyUser, password: proxyPassword })
  return proxy === '' || !reading.success ? undefined : reading.data
}

/** A reading that still names what was mended in the address before, while that address stands. */
export function keepMendings(now: AddressReading, before: AddressReading | undefined): AddressReading {
  if (!now.ok || before?.ok !== true || now.mended.length > 0 || now.baseUrl !== before.baseUrl) return now
  return { ...now, mended: before.mended }
}

/** What stands under the address: nothing for an empty field that nobody left yet. */
export function addressProblem(
  reading: AddressReading,
  wasTried: boolean,
): 'empty' | 'scheme' | 'not-understood' | undefined {
  if (reading.ok) return undefined
  return reading.problem === 'empty' && !wasTried ? undefined : reading.problem
}
