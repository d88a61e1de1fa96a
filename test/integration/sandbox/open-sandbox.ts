import { request, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { createSandbox, type Sandbox, type SandboxDeps } from '../../../src/sandbox/sandbox.ts'

/** An answer. `failure`: the socket's error code, if no complete answer came. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly failure?: string
}

export interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
}

/** Sends one request on its own connection. */
export function send(url: string, options: SendOptions = {}): Promise<Reply> {
  const { method = 'GET', headers = {}, body = '', timeoutMs = 15_000 } = options
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let head: Pick<Reply, 'status' | 'headers'> = { status: 0, headers: {} }
    const finish = (failure?: string): void =>
      resolve({
        ...head,
        text: Buffer.concat(chunks).toString('utf8'),
        ...(failure === undefined ? {} : { failure }),
      })
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, { method, agent: false, headers: { ...length, ...headers } }, (response) => {
      head = { status: response.statusCode ?? 0, headers: response.headers }
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => finish())
      response.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'unknown'))
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'unknown'))
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(Object.assign(new Error('timed out'), { code: 'TIMED_OUT' })))
    outgoing.end(body)
  })
}

export type Values = Readonly<Record<string, string>>

export interface Opened extends Sandbox {
  /** Calls an operation. TestApp and token are filled in. */
  readonly call: (id: OperationId, values?: Values, options?: SendOptions) => Promise<Reply>
  /** The answer of a call as JSON. If the JSON is a text that holds JSON, that is parsed too. */
  readonly read: (id: OperationId, values?: Values) => Promise<unknown>
  readonly control: (method: string, path: string, body?: unknown, token?: string) => Promise<Reply>
}

/** A sandbox in memory, on a free port. It is closed when the test ends. */
export async function openSandbox(
  options: SandboxDeps['options'] = {},
  deps: Partial<SandboxDeps> = {},
): Promise<Opened> {
  const sandbox = await createSandbox({ dataFolder: ':memory:', options, ...deps })
  onTestFinished(() => sandbox.close())
  const { crmService, cmsService, authToken } = sandbox
  const own: Values = { crmService, crmServices: crmService, cmsService, authToken }
  const call: Opened['call'] = (id, values = {}, sending = {}) => {
    const entry = operation(id)
    const filled = Object.fromEntries(
      entry.parameters.flatMap(({ name }) => (name in own ? [[name, own[name] ?? '']] : [])),
    )
    const query = Object.entries({ ...filled, ...values }).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    )
    return send(`${sandbox.url}${entry.path}?${query.join('&')}`, { method: entry.method, ...sending })
  }
  return {
    ...sandbox,
    call,
    read: async (id, values) => {
      const parsed: unknown = JSON.parse((await call(id, values)).text)
      return typeof parsed === 'string' && /^[{["]/.test(parsed) ? JSON.parse(parsed) : parsed
    },
    control: (method, path, body, token = sandbox.controlToken) =>
      send(`${sandbox.controlUrl}${path}`, {
        method,
        headers: { 'x-sandbox-control': token },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}

/** A valid customer. */
export const newCustomer: Values = {
  firstname: 'Nell',
  lastname: 'Harper & Sons',
  street: '5 Long Acre',
  zipcode: 'AB1 2CD',
  city: 'Northby',
  state: 'Northshire',
  country: 'United Kingdom',
  phone: '+447700900555',
  mobile: '+447700900555',
  email: 'nell@harper.example',
  productid: '101',
  subscriptionlengthinmonths: '1',
  subscriptionlengthindays: '0',
  renewalinterval: '1',
  userid: '7000000001',
  password: 'sunny-day+1',
}

/** A clock that a test sets. */
export function movableClock(start: string): { now: () => number; moveTo: (moment: string) => void } {
  let moment = Date.parse(start)
  return { now: () => moment, moveTo: (to) => (moment = Date.parse(to)) }
}
