import type { Operation, Parameter } from '../catalogue/operation.ts'
import { isChanging } from '../catalogue/catalogue.ts'
import { isSupplied, type ParameterValue, type ParameterValues } from '../catalogue/validate.ts'
import type { PlatformRequest } from './exchange.ts'

/** How the four GetCustomer calls carry their parameters. The interface document names the body, but clients used the query. */
export type Retrieval = 'query' | 'body'

export interface RequestSettings {
  /** The platform's address, without `/api` and without a slash at its end. */
  readonly baseUrl: string
  readonly retrieval: Retrieval
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The request that carries these values. The values must have passed `validateParameters`. */
export function buildRequest(
  operation: Operation,
  values: ParameterValues,
  settings: RequestSettings,
): PlatformRequest {
  const { baseUrl, retrieval, timeoutMs, signal } = settings
  const query: string[] = []
  const body: Record<string, ParameterValue> = {}
  for (const [{ name, carriedIn }, value] of usedParameters(operation, values)) {
    if (carriedIn === 'body' || (carriedIn === 'retrieval' && retrieval === 'body')) body[name] = value
    else query.push(`${encodeURIComponent(name)}=${encodeValue(value)}`)
  }
  const url = new URL(baseUrl + operation.path)
  url.search = query.join('&')
  return {
    method: operation.method,
    url,
    ...(Object.keys(body).length === 0 ? {} : { body: JSON.stringify(body) }),
    changes: isChanging(operation),
    timeoutMs,
    signal,
  }
}

/** The values that are sent, in the catalogue's order. Leaves out an optional parameter that is empty. */
export function usedParameters(
  operation: Operation,
  values: ParameterValues,
): readonly (readonly [Parameter, ParameterValue])[] {
  return operation.parameters.flatMap((parameter) => {
    const value = values[parameter.name]
    if (!isSupplied(parameter.name, value)) return []
    return value === '' && parameter.requirement === 'optional' ? [] : [[parameter, value] as const]
  })
}

/** Encodes a value with `%20` and `%2B`, never with a plus sign. Half a surrogate pair cannot be encoded and becomes U+FFFD. */
function encodeValue(value: ParameterValue): string {
  return encodeURIComponent(typeof value === 'object' ? value.join(',') : String(value).toWellFormed())
}
