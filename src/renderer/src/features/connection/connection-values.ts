import { z } from 'zod'
import { readAddress, type AddressReading } from '../../../../shared/domain/connection/address.ts'
import { connectionFormSchema, type ConnectionForm } from '../../../../shared/bridge/contract.ts'
import {
  proxyLogInSchema,
  proxySchema,
  readProxy,
  type ProxyLogIn,
} from '../../../../shared/domain/connection/proxy.ts'

/** The values of the form: the address as typed, and the token. */
export const connectionValuesSchema = connectionFormSchema.extend({
  baseUrl: z.string(),
  token: z.string().trim(),
  proxy: proxySchema,
  authority: z.string(),
  /** The credentials of the proxy; none if the user is empty. */
  proxyUser: z.string().trim(),
  proxyPassword: z.string(),
})
export type ConnectionValues = z.infer<typeof connectionValuesSchema>

/** The values of an empty form. */
export const emptyConnectionValues: ConnectionValues = {
  name: '',
  colour: 'plum',
  baseUrl: '',
  crmService: '',
  cmsService: '',
  token: '',
  proxy: '',
  authority: '',
  proxyUser: '',
  proxyPassword: '',
}

/** The typed values needed to test or add a connection. */
type TypedConnection = Pick<ConnectionValues, keyof ConnectionForm>

/** The form as a bridge request; undefined while the address or the proxy is invalid. */
export function toConnectionForm(values: TypedConnection): ConnectionForm | undefined {
  const reading = readAddress(values.baseUrl)
  const proxy = readProxy(values.proxy)
  if (!reading.ok || !proxy.ok) return undefined
  const { name, colour, crmService, cmsService, authority } = values
  return { name, colour, crmService, cmsService, authority, baseUrl: reading.baseUrl, proxy: proxy.proxy }
}

/** The proxy credentials as a bridge request; undefined without a proxy or without credentials. */
export function toProxyLogIn({ proxy, proxyUser, proxyPassword }: ConnectionValues): ProxyLogIn | undefined {
  const reading = proxyLogInSchema.safeParse({ user: proxyUser, password: proxyPassword })
  return proxy === '' || !reading.success ? undefined : reading.data
}

/** Keeps the list of earlier corrections as long as the address is unchanged. */
export function keepFixes(now: AddressReading, before: AddressReading | undefined): AddressReading {
  if (!now.ok || before?.ok !== true || now.mended.length > 0 || now.baseUrl !== before.baseUrl) return now
  return { ...now, mended: before.mended }
}

/** The error below the address. An empty field has none before the first attempt. */
export function addressProblem(
  reading: AddressReading,
  wasTried: boolean,
): 'empty' | 'scheme' | 'not-understood' | undefined {
  if (reading.ok) return undefined
  return reading.problem === 'empty' && !wasTried ? undefined : reading.problem
}
