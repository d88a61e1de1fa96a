import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatToken, hashToken } from '../../../src/hub/door/station-tokens.ts'
import type { HubAnswer, HubCall, HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { createHubClient, startHubProcess } from '../../fakes/hub/hub-process.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { startPostgres } from '../../postgres/start-postgres.ts'
import { openTestPostgres } from '../../fakes/hub/test-database.ts'

/** Why the fleet cannot be measured here; undefined if it can. */
export function findFleetObstacle(): string | undefined {
  const found = findPostgres()
  return found.ok ? undefined : found.error
}

export type FleetStage = Awaited<ReturnType<typeof openFleetStage>>

/** A station with a connection of its own, as a laptop has one. */
export interface LoadStation {
  readonly id: string
  readonly token: string
  readonly call: <C extends HubCall>(name: C, request: HubRequest<C>) => Promise<HubAnswer<C>>
  readonly follow: (after?: number) => ReturnType<ReturnType<typeof createHubClient>['follow']>
  readonly close: () => void
}

/**
 * PostgreSQL on the disk (`fsync` on), one hub with TLS as a process of its own, and `count` stations that are signed in. The first one is a supervisor.
 */
export async function openFleetStage(count: number) {
  const found = findPostgres()
  if (!found.ok) throw new Error(found.error)
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-fleet-'))
  const certificate = makeCertificate()
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, certificate.cert)
  writeFileSync(keyFile, certificate.key)
  const server = await startPostgres(found.value)
  const database = await openTestPostgres(server, 1)
  const tls = ['--tls-cert', certFile, '--tls-key', keyFile, '--address', '127.0.0.1']
  // All stations are at one address here, and none of them has shown its session to the hub before its first call.
  const args = ['--database', server.urlFor('setdesk_hub'), '--port', '0', '--address-rate', '2000', ...tls]
  const hub = await startHubProcess(args)
  const tokens = await enrolAll(count)

  /** Stations and sessions as SQL: enrolling is not what is measured. */
  async function enrolAll(wanted: number): Promise<readonly { readonly id: string; readonly token: string }[]> {
    const made = Array.from({ length: wanted }, () => {
      const id = crypto.randomUUID()
      return { id, token: formatToken(id, randomBytes(32)) }
    })
    const rows = made.map(({ id, token }, index) => ({
      id,
      name: `Van ${index}`,
      role: index === 0 ? 'supervisor' : 'station',
      token: hashToken(token).toString('hex'),
    }))
    await database.as(
      'postgres',
      `create temporary table made as select * from jsonb_to_recordset('${JSON.stringify(rows)}') as made (id uuid, name text, role text, token text);
       insert into setdesk.station (id, name, role, identity_key, seal_key) select id, name, role, sha256(id::text::bytea), sha256(id::text::bytea) from made;
       insert into setdesk.audit_head (station) select id from made;
       insert into setdesk.presence (station) select id from made;
       insert into setdesk.session (token, station, lapses_at) select decode(token, 'hex'), id, now() + interval '1 day' from made;
       analyze`,
    )
    return made
  }

  const stations = tokens.map(({ id, token }): LoadStation => {
    const client = createHubClient(hub.printed.url, certificate.cert)
    return {
      id,
      token,
      async call<C extends HubCall>(name: C, request: HubRequest<C>) {
        const answered = await client.ask(name, token, request)
        if (!answered.ok) throw new Error(`${name}: ${answered.error.code}: ${answered.error.message}`)
        return answered.value as HubAnswer<C>
      },
      follow: (after) => client.follow(token, after),
      close: () => client.close(),
    }
  })
  const [supervisor] = stations
  if (supervisor === undefined) throw new Error('A fleet has stations')

  return {
    stations,
    supervisor,
    database,
    /** What the hub's process takes now. */
    measureHub: () => ({ residentKb: readResident(hub.pid), cpuSeconds: readCpuSeconds(hub.pid) }),
    async close(): Promise<void> {
      for (const station of stations) station.close()
      await hub.kill()
      await database.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resident memory of a process in kilobytes, as Linux reports it. */
function readResident(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes)
}

/** Processor time of a process so far, at the usual 100 ticks a second. */
function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
