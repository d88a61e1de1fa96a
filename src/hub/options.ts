import { parseArgs, type ParseArgsConfig } from 'node:util'
import { fail, succeed, type Result } from '../shared/result.ts'
import { isLoopbackAddress } from './door/client-address.ts'

export const hubVariables = { database: 'SETDESK_HUB_DATABASE', metricsToken: 'SETDESK_HUB_METRICS_TOKEN' } as const

export const help = `Serves the fleet: the door between the stations and PostgreSQL. docs/fleet.md has the set-up.

  npm run hub -- --database URL --port N --tls-cert FILE --tls-key FILE
  npm run hub -- --try                          a fleet in memory, for trying
  npm run hub -- --migrate --database URL       prepares or updates the database, as setdesk_owner
  npm run hub -- --first-code --database URL    makes the code of the first supervisor, as setdesk_owner;
                            its use removes all stations that are left of a fleet without a supervisor
  npm run hub -- --revoke STATION --database URL  removes a station, as setdesk_owner

  --database URL            postgres://setdesk_hub@host/setdesk; once more for each standby.
                            ${hubVariables.database}, with commas, is used without it
  --port N                  8443; 0 for a free one
  --address A               the address to listen on; all with TLS, 127.0.0.1 without
  --tls-cert FILE           the certificate with its chain, PEM; read again on SIGHUP
  --tls-key FILE            its key, PEM
  --insecure-behind-proxy   plain HTTP on other addresses than loopback, behind a proxy that does TLS and sets x-forwarded-for
  --connections N           connections to PostgreSQL; 10
  --station-rate N          calls a second of one station; 100, ten times that at once
  --address-rate N          calls a second of one address without a session; 50, thirty times that at once
  --hours N                 how long the first code is good; 24
  --json                    one line of JSON instead of text

${hubVariables.metricsToken}   whoever shows it may read /metrics, from any computer, and nobody else; unset, only this computer may
`

type HubCommand = 'serve' | 'try' | 'migrate' | 'first-code' | 'revoke'

export interface CommandLine {
  readonly command: HubCommand
  readonly urls: readonly string[]
  readonly port: number
  readonly address: string
  readonly certificate: { readonly cert: string; readonly key: string } | undefined
  readonly isBehindProxy: boolean
  readonly connections: number
  readonly stationRate: number
  readonly addressRate: number
  readonly hours: number
  readonly station: string
  readonly isJson: boolean
}

const flags = {
  database: { type: 'string', multiple: true },
  port: { type: 'string', default: '8443' },
  address: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'insecure-behind-proxy': { type: 'boolean', default: false },
  connections: { type: 'string', default: '10' },
  'station-rate': { type: 'string', default: '100' },
  'address-rate': { type: 'string', default: '50' },
  hours: { type: 'string', default: '24' },
  revoke: { type: 'string' },
  try: { type: 'boolean', default: false },
  migrate: { type: 'boolean', default: false },
  'first-code': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options']

const ranges = {
  port: [0, 65_535],
  connections: [1, 500],
  'station-rate': [1, 10_000],
  'address-rate': [1, 100_000],
  hours: [1, 168],
} as const

/** Reads the arguments. The error names the wrong argument. `urls`: the value of the environment variable with the database's addresses. */
export function readCommandLine(args: readonly string[], urls: string | undefined): Result<CommandLine, string> {
  let values
  try {
    const { values: read, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
    // The argument itself may be an address with a password, so it is not repeated.
    if (positionals.length > 0) return fail('An argument stands alone. Name each option, such as --database ADDRESS')
    values = read
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const value = Number(values[name as keyof typeof ranges])
    if (!Number.isInteger(value) || value < least || value > most)
      return fail(`--${name} must be a whole number from ${least} to ${most}`)
  }
  const commands = [values.try, values.migrate, values['first-code'], values.revoke !== undefined]
  if (commands.filter(Boolean).length > 1) return fail('Give only one of --try, --migrate, --first-code and --revoke')
  if (values.try && values.database !== undefined) return fail('--try has its own database: leave --database out')
  const command = values.try
    ? 'try'
    : values.migrate
      ? 'migrate'
      : values['first-code']
        ? 'first-code'
        : values.revoke === undefined
          ? 'serve'
          : 'revoke'
  const { 'tls-cert': cert, 'tls-key': key } = values
  if ((cert === undefined) !== (key === undefined)) return fail('--tls-cert and --tls-key belong together')
  const isSecure = cert !== undefined && key !== undefined
  const address = values.address ?? (isSecure ? '::' : '127.0.0.1')
  const read: CommandLine = {
    command,
    urls: values.database ?? urls?.split(',').filter((url) => url !== '') ?? [],
    port: Number(values.port),
    address,
    certificate: isSecure ? { cert, key } : undefined,
    isBehindProxy: values['insecure-behind-proxy'],
    connections: Number(values.connections),
    stationRate: Number(values['station-rate']),
    addressRate: Number(values['address-rate']),
    hours: Number(values.hours),
    station: values.revoke ?? '',
    isJson: values.json,
  }
  const problem = findProblem(read)
  return problem === undefined ? succeed(read) : fail(problem)
}

/** Accepts the same addresses as the package `pg`, including addresses without a host. */
const isAddress = (url: string): boolean => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)

function findProblem({ command, urls, certificate, address, isBehindProxy }: CommandLine): string | undefined {
  if (command !== 'try' && urls.length === 0) return '--database is missing'
  if (command !== 'try' && !urls.every(isAddress))
    return 'An address of the database is not valid. In its password, write special characters as in a URL: / is %2F, @ is %40, a comma is %2C.'
  if (command !== 'serve' && command !== 'try') return undefined
  if (certificate !== undefined && isBehindProxy) return '--insecure-behind-proxy is for plain HTTP, without --tls-cert'
  if (certificate === undefined && !isBehindProxy && !isLoopbackAddress(address))
    return 'Plain HTTP is for loopback addresses only. Give --tls-cert and --tls-key, or --insecure-behind-proxy behind a proxy that does TLS.'
  return undefined
}
