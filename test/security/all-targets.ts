import { closedAttacks } from './closed-attacks.ts'
import { replayAttack } from './replay-attack.ts'
import type { Registered } from '../faults/targets/all-targets.ts'
import { bridge } from './targets/bridge.ts'
import { canary } from './targets/canary.ts'
import { csp } from './targets/csp.ts'
import { electronegativity } from './targets/electronegativity.ts'
import { files } from './targets/files.ts'
import { fuses } from './targets/fuses.ts'
import { keys } from './targets/keys.ts'
import { loopback } from './targets/loopback.ts'
import { retention } from './targets/retention.ts'
import { scan } from './targets/scan.ts'
import { subscribers } from './targets/subscribers.ts'
import { window } from './targets/window.ts'

/** Every target of the security audit, in order; the names are those of `--only`. */
export const auditTargets: Readonly<Record<string, Pick<Registered, 'run' | 'on'>>> = {
  canary: { run: canary, on: 'memory' },
  bridge: { run: bridge, on: 'memory' },
  window: { run: window, on: 'memory' },
  csp: { run: csp, on: 'disk' },
  files: { run: files, on: 'memory' },
  loopback: { run: loopback, on: 'memory' },
  fuses: { run: fuses, on: 'memory' },
  retention: { run: retention, on: 'memory' },
  subscribers: { run: subscribers, on: 'memory' },
  scan: { run: scan, on: 'memory' },
  electronegativity: { run: electronegativity, on: 'disk' },
  keys: { run: keys, on: 'memory' },
  ...Object.fromEntries(
    Object.entries(closedAttacks).map(([name, attack]) => [
      name,
      { run: replayAttack(name, attack), on: 'disk' } as const,
    ]),
  ),
}
