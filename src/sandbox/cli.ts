import { defined } from '../shared/defined.ts'
import { parseArgs } from 'node:util'
import { dialectNames, parseOptions } from './options.ts'
import { createSandbox, type Sandbox, type SandboxDeps } from './sandbox.ts'
import { fail, succeed, type Result } from '../shared/result.ts'

const help = `Starts the training platform on this computer.

  --port N                   port to listen on; 0, the default, for a free one
  --data DIR                 where customers and the token are kept; default .cache/training-platform
  --customers N              how many customers a new folder begins with
  --json                     print one line of JSON instead of text
  --dialect NAME             ${dialectNames.join(', ')}
  --unique-userids=false     let a second customer, box or renewal through
  --retrieval WHERE          query, body, both: where the GetCustomer calls may carry their parameters
  --zero-password WHERE      documented, anywhere: whether 0 is "no password" also where one is required
  --renewal-service NAME     plural, singular, either: whether a renewal names its service as crmServices or crmService
  --latency MS               wait so long before every answer
  --faults JSON              a list of faults, as POST /sandbox/faults takes it
`

const flags = {
  port: { type: 'string', default: '0' },
  data: { type: 'string', default: '.cache/training-platform' },
  customers: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  dialect: { type: 'string' },
  'unique-userids': { type: 'string' },
  retrieval: { type: 'string' },
  'zero-password': { type: 'string' },
  'renewal-service': { type: 'string' },
  latency: { type: 'string' },
  faults: { type: 'string' },
} as const

const mostCustomers = 1_000_000

const read = readCommandLine()
if (process.argv.includes('--help')) process.stdout.write(help)
else if (read.ok) await serve(read.value)
else stop(`${read.error}\n\n${help}`)

async function serve({ json, ...deps }: CommandLine): Promise<void> {
  const sandbox = await createSandbox({
    ...deps,
    onCrash(error) {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}\n`)
    },
  }).catch((error: unknown) => stop(`The training platform did not start: ${describeFailure(error, deps.port)}\n`))
  const { url, authToken, crmService, cmsService, controlToken, controlUrl } = sandbox
  const connection = { url, authToken, crmService, cmsService, controlToken, controlUrl }
  process.stdout.write(json ? `${JSON.stringify(connection)}\n` : describe(sandbox))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0))
    })
}

type CommandLine = Required<Pick<SandboxDeps, 'dataFolder' | 'port' | 'options'>> &
  Pick<SandboxDeps, 'customers'> & { readonly json: boolean }

function readCommandLine(): Result<CommandLine, string> {
  const values = readFlags()
  if (typeof values === 'string') return fail(values)
  const options = parseOptions(
    defined({
      dialect: values.dialect,
      uniqueUserids: values['unique-userids'] === undefined ? undefined : readJson(values['unique-userids']),
      retrieval: values.retrieval,
      zeroPassword: values['zero-password'],
      renewalService: values['renewal-service'],
      latencyMs: values.latency === undefined ? undefined : Number(values.latency),
      faults: values.faults === undefined ? undefined : readJson(values.faults),
    }),
  )
  if (!options.ok) return options
  const port = readCount(values.port, 65_535)
  if (port === undefined) return fail('wrong value of port')
  const customers = readCount(values.customers ?? '0', mostCustomers)
  if (customers === undefined) return fail('wrong value of customers')
  const { data: dataFolder, json } = values
  return succeed({ dataFolder, port, json, options: options.value, ...(values.customers && { customers }) })
}

/** The values of the command line, or what is wrong with it. */
function readFlags() {
  try {
    return parseArgs({ options: flags }).values
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown error'
  }
}

function readCount(text: string, most: number): number | undefined {
  return /^\d+$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

function describeFailure(error: unknown, port: number): string {
  if (!(error instanceof Error)) return 'unknown error'
  return 'code' in error && error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message
}

function stop(why: string): never {
  process.stderr.write(why)
  process.exit(2)
}

function describe(sandbox: Sandbox): string {
  const products = sandbox.products.map(({ id, name, maxDevices }) => `  ${id}  ${name}, at most ${maxDevices} boxes`)
  return `The training platform is running. Ctrl+C stops it; what was done there is kept.

Address      ${sandbox.url}
Token        ${sandbox.authToken}
CRM service  ${sandbox.crmService}
CMS service  ${sandbox.cmsService}

Products
${products.join('\n')}
Hostnames
  ${sandbox.hostnames.join('\n  ')}
Dialects (--dialect)
  ${dialectNames.join(', ')}

Control      ${sandbox.controlUrl}/sandbox/  header x-sandbox-control: ${sandbox.controlToken}
`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
