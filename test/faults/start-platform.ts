import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LedgerEntry, RequestEntry } from '../../src/sandbox/platform-ledger.ts'
import type { SandboxOptions } from '../../src/sandbox/options.ts'
import { controlHeader } from '../../src/sandbox/sandbox.ts'
import { takeLines } from './json-lines.ts'
import type { AppPlatform } from './orders.ts'
import { keptCode } from '../kept-code.ts'

/** A training platform in its own process, used through its control interface. */
export interface PlatformProcess {
  readonly address: AppPlatform
  readonly ledger: () => Promise<readonly LedgerEntry[]>
  readonly requests: (after?: number) => Promise<readonly RequestEntry[]>
  readonly set: (options: Partial<SandboxOptions>) => Promise<void>
  readonly stop: () => Promise<void>
}

type Announced = AppPlatform & { readonly controlToken: string; readonly controlUrl: string }

const cli = fileURLToPath(new URL('../../src/sandbox/cli.ts', import.meta.url))

/** Permissive: a second customer, box or renewal takes effect again, and shows in the ledger. */
export async function startPlatform(dataFolder: string): Promise<PlatformProcess> {
  const args = [cli, '--json', '--port', '0', '--data', dataFolder, '--unique-userids=false']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...keptCode },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const announced = await new Promise<Announced>((resolve, reject) => {
    takeLines(child.stdout, (line) => resolve(line as Announced))
    void gone.then(() => reject(new Error('The training platform did not start')))
  })
  const { url, authToken, crmService, cmsService, controlUrl, controlToken } = announced
  const control = async (method: string, route: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${controlUrl}/sandbox/${route}`, {
      method,
      headers: { [controlHeader]: controlToken },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    address: { url, authToken, crmService, cmsService },
    ledger: async () => (await control('GET', 'ledger')) as readonly LedgerEntry[],
    requests: async (after = 0) => (await control('GET', `requests?after=${after}`)) as readonly RequestEntry[],
    set: async (options) => void (await control('POST', 'options', options)),
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
