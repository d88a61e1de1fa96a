import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:inspector'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

// Stands in for Electron's program in tests of the smoke run. It opens an inspector like `--inspect=0`, and answers calls of
// Electron's module. The variable STAND_IN names the faults to simulate.

const faults = new Set((process.env['STAND_IN'] ?? '').split(','))
const folder = process.argv[process.argv.indexOf('--data') + 1] ?? ''
const owner = join(folder, 'owner')

if (faults.has('crashes')) process.kill(process.pid, 'SIGTRAP')
if (process.env['ELECTRON_RUN_AS_NODE'] !== undefined) process.exit(9)
// An owner file of a killed process does not count.
if (existsSync(owner) && isRunning(Number(readFileSync(owner, 'utf8'))))
  process.exit(faults.has('second-fails') ? 1 : 0)
mkdirSync(folder, { recursive: true })
writeFileSync(owner, String(process.pid))
if (!faults.has('no-ledger')) writeFileSync(join(folder, 'setdesk.db'), '')

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const webContents = {
  getURL: () => 'app://setdesk/',
  getOSProcessId: () => process.pid,
  executeJavaScript: () => Promise.resolve(faults.has('blank') ? 0 : 120),
  printToPDF: () => Promise.resolve(Buffer.from(faults.has('no-pdf') ? '' : '%PDF-1.4')),
}
const leave = () => setTimeout(() => process.exit(faults.has('quit-fails') ? 1 : 0), 20)
Object.assign(globalThis, {
  electron: {
    app: { getPath: () => folder, quit: leave },
    BrowserWindow: { getAllWindows: () => [{ isVisible: () => !faults.has('hidden'), webContents }] },
  },
})
Object.defineProperty(process, 'versions', {
  value: { ...process.versions, electron: '45.4.1', node: faults.has('other-node') ? '1.2.3' : '24.18.1' },
})
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: 'stand-in:electron', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === 'stand-in:electron'
      ? { format: 'commonjs', source: 'module.exports = globalThis.electron', shortCircuit: true }
      : next(url, context),
})
open(0)
// The inspector does not keep the process alive by itself.
setInterval(() => undefined, 1000)
