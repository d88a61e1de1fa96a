import { defined } from '../shared/defined.ts'
import { parseArgs } from 'node:util'
import { dialectNames, parseOptions } from './options.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

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

const { values } = parseArgs({
  options: {
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
  },
})

const given = {
  dialect: values.dialect,
  uniqueUserids: values['unique-userids'] === undefined ? undefined : readJson(values['unique-userids']),
  retrieval: values.retrieval,
  zeroPassword: values['zero-password'],
  renewalService: values['renewal-service'],
  latencyMs: values.latency === undefined ? undefined : Number(values.latency),
  faults: values.faults === undefined ? undefined : readJson(values.faults),
}
const options = parseOptions(defined(given))
const port = Number(values.port)
const customers = values.customers === undefined ? {} : { customers: Number(values.customers) }

if (values.help) {
  process.stdout.write(help)
} else if (!options.ok || !Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`${options.ok ? 'wrong value of port' : options.error}\n\n${help}`)
  process.exitCode = 2
} else {
  const sandbox = await createSandbox({
    dataFolder: values.data,
    port,
    ...customers,
    options: options.value,
    onCrash(error) {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}\n`)
    },
  })
  const { url, authToken, crmService, cmsService, controlToken, controlUrl } = sandbox
  const connection = { url, authToken, crmService, cmsService, controlToken, controlUrl }
  process.stdout.write(values.json ? `${JSON.stringify(connection)}\n` : describe(sandbox))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0))
    })
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
