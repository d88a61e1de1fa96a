import { resolve, basename } from 'node:path'
import type { App as ElectronApp } from 'electron'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { connectionFileEnding, largestConnectionFile } from '../../shared/domain/connection/connection-file.ts'
import type { OpenedFile } from '../app.ts'

/** What `--data FOLDER` or `--data=FOLDER` names, as typed: empty if it names nothing. Undefined without the option. */
function findDataFlag(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const flag = args[at]
  if (flag !== '--data') return flag?.slice('--data='.length)
  const next = args[at + 1] ?? ''
  return next.startsWith('-') ? '' : next
}

/** The folder of `--data`. Undefined for the default folder. */
export function readDataFlag(args: readonly string[]): string | undefined {
  const named = findDataFlag(args) ?? ''
  return named === '' ? undefined : resolve(named)
}

/** Whether `--data` names no folder. The default folder, with its own queue, is not what the user wanted then. */
export const lacksFolder = (args: readonly string[]): boolean => findDataFlag(args) === ''

/**
 * Sets the data folder before Electron uses it, and returns its path. Chromium's own data goes into the same folder. On Windows this data
 * includes the key that unwraps Setdesk's data key. A folder that cannot be made is not set; the start then says why it cannot be used.
 */
export function setUpDataFolder(app: Pick<ElectronApp, 'getPath' | 'setPath'>, args: readonly string[]): string {
  const folder = readDataFlag(args) ?? app.getPath('userData')
  try {
    // Electron takes only a folder that exists.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    app.setPath('userData', folder)
    app.setPath('sessionData', folder)
  } catch {
    // `ownFolder` meets the same problem and reports it.
  }
  return folder
}

/** Options of Node and Chromium that let another program read Setdesk through a port or a pipe. */
const ports =
  'inspect(?:[-_](?:brk|port|publish[-_]uid|wait))?|debug(?:[-_](?:brk|port))?|remote-debugging-[a-z-]+|remote-allow-origins'
/** Options that switch off the protection of Setdesk's page, or start its processes through another program. */
const weakeners =
  'js-flags|(?:renderer|utility|zygote)-cmd-prefix|gpu-launcher|no-sandbox|disable(?:-[a-z]+)*-sandbox|single-process|disable-web-security|allow-running-insecure-content|load-extension'
const writeOption = (names: string): RegExp => new RegExp(`^(?:--?|/)(?:${names})(?:=|$)`, 'i')
const openers = writeOption(`${ports}|${weakeners}`)
const portOpeners = writeOption(ports)

/** Whether another program may reach Setdesk through a port or a pipe while it runs with this option. */
export const opensPort = (option: string): boolean => portOpeners.test(option)

/** Variables that make Node or Electron run other code inside the app. */
const variables = ['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'NODE_REPL_EXTERNAL_MODULE'] as const

/** The name of the first option or variable that opens the app to another program, without its value. Undefined if there is none. */
export function findDebugOption({
  argv,
  execArgv,
  env,
}: Pick<NodeJS.Process, 'argv' | 'execArgv' | 'env'>): string | undefined {
  // Chromium leaves out blanks around an option.
  const option = [...execArgv, ...argv.slice(1)].map((one) => one.trim()).find((one) => openers.test(one))
  if (option !== undefined) return option.split('=')[0]
  return variables.find((name) => (env[name] ?? '') !== '')
}

/** The form of a link to a box. Nothing in it is decoded. An id has only the characters of MAC addresses and serial numbers. */
const boxLink = /^setdesk:\/\/box\/([\dA-Z](?:[\dA-Z:._-]{0,62}[\dA-Z])?)\/?$/i

export const linkScheme = 'setdesk'

/** The box in a link, as a technician would type it. Undefined unless the link has the form `setdesk://box/<id>`. */
export const readBoxLink = (url: string): string | undefined => boxLink.exec(url)?.[1]

const isLink = (text: string): boolean => text.toLowerCase().startsWith(`${linkScheme}:`)

/** The arguments before the first link or `--`. A link that breaks out of its quotes must not add options. */
export function withoutLink(args: readonly string[]): readonly string[] {
  const end = args.findIndex((one) => one === '--' || isLink(one))
  return end < 0 ? args : args.slice(0, end)
}

/** The link to a box as start arguments. */
export const linkTo = (box: string): readonly string[] => ['--', `${linkScheme}://box/${box}`]

/** The start arguments without what they open: neither a link nor an operator's file. */
export const withoutOpened = (args: readonly string[]): readonly string[] =>
  withoutLink(args).filter((one) => one.startsWith('-') || !isOperatorFile(one))

export function findLink(args: readonly string[]): string | undefined {
  const links = args.filter(isLink)
  return links.length === 1 ? links[0] : undefined
}

const isOperatorFile = (path: string): boolean => path.toLowerCase().endsWith(connectionFileEnding)

/**
 * The path of the operator's file among the start arguments. Undefined unless there is exactly one such file. Linux passes a `file:`
 * address; the other systems pass a path. `folder`: the folder in which the program was started.
 */
export function findOperatorFile(args: readonly string[], folder: string): string | undefined {
  // A link that breaks out of its quotes must not open a file.
  if (withoutLink(args).length < args.length) return undefined
  const files = args.filter((one) => !one.startsWith('-') && isOperatorFile(one))
  const [file] = files
  if (file === undefined || files.length > 1) return undefined
  return file.startsWith('file:') ? pathOf(file) : resolve(folder, file)
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address)
  } catch {
    return undefined
  }
}

export function readOperatorFile(path: string): OpenedFile | undefined {
  const name = basename(path).slice(-255)
  try {
    const stat = statSync(path)
    if (!isOperatorFile(path) || !stat.isFile()) return undefined
    // A UTF-8 character has one to four bytes.
    const text = stat.size > largestConnectionFile * 4 ? undefined : readFileSync(path, 'utf8')
    return text === undefined || text.length > largestConnectionFile ? { name } : { name, text }
  } catch {
    return undefined
  }
}
