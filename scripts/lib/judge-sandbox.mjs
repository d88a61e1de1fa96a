import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * The kernel's limits on user namespaces. A value is undefined if the kernel does not have this limit. A missing limit forbids nothing.
 * @typedef {{ apparmor: number | undefined, clone: number | undefined, max: number | undefined }} Namespaces
 *
 * The setuid helper beside the program; `mode` as in `stat`.
 * @typedef {{ userId: number, mode: number }} Helper
 *
 * @typedef {{ program: string, namespaces: Namespaces, helper: Helper | undefined, profiles: readonly string[] }} SandboxFacts
 *
 * `reason` is half a sentence, `remedy` one or more whole sentences.
 * @typedef {{ reason: string, remedy: string }} Refusal
 */

const SETUID_AND_RUN_BY_ALL = 0o4001

/** The special characters of AppArmor's path patterns, and the matching regular expressions. */
const SIGNS = new Map([
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
  ['{', '(?:'],
  ['}', ')'],
  [',', '|'],
])

/**
 * Why Electron's sandbox cannot start on this Linux, and the remedy; undefined if the sandbox can start. Chromium uses user namespaces,
 * or otherwise its setuid helper. With neither, Chromium ends by SIGTRAP.
 * @param {SandboxFacts} facts
 * @returns {Refusal | undefined}
 */
export function judgeSandbox({ program, namespaces, helper, profiles }) {
  if (helper?.userId === 0 && (helper.mode & SETUID_AND_RUN_BY_ALL) === SETUID_AND_RUN_BY_ALL) return undefined
  const off = namespaces.clone === 0 || namespaces.max === 0
  const restricted = (namespaces.apparmor ?? 0) > 0 && !profiles.some((text) => letsMakeNamespaces(text, program))
  if (!off && !restricted) return undefined
  const file = quote(path.join(path.dirname(program), 'chrome-sandbox'))
  const setUp = `Set the helper up by \`sudo chown root:root ${file} && sudo chmod 4755 ${file}\``
  const noHelper = 'the setuid helper beside it is not set up'
  if (off)
    return {
      reason: `its sandbox needs user namespaces, which are switched off in this kernel, and ${noHelper}`,
      remedy: `${setUp}.`,
    }
  return {
    reason: `its sandbox needs user namespaces, which AppArmor allows only to programs with a profile (kernel.apparmor_restrict_unprivileged_userns is 1), and ${noHelper}`,
    remedy: `${setUp}, or give the program an AppArmor profile by the command in docs/first-launch.md.`,
  }
}

/**
 * @param {string} word
 * @returns {string} the word, quoted for a shell if necessary
 */
const quote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)

/**
 * Whether a file of AppArmor profiles has a profile that allows the program to make user namespaces.
 * @param {string} text
 * @param {string} program
 * @returns {boolean}
 */
function letsMakeNamespaces(text, program) {
  const rules = text.replaceAll(/^\s*#.*$/gm, '')
  if (!/^\s*userns\b/m.test(rules)) return false
  const attachments = rules.matchAll(/^\s*(?:profile\s+\S+\s+)?("[^"]+"|(?:\/|@\{)\S+)[^\n]*\{\s*$/gm)
  return [...attachments].some(([, attachment = '']) => toPattern(attachment.replaceAll('"', '')).test(program))
}

/**
 * Converts an AppArmor path pattern: `*` stays within a folder, `**` does not, `{a,b}` is a choice. A variable matches anything. If that
 * is wrong, the program does not start, and the failed start is noticed.
 * @param {string} attachment
 * @returns {RegExp}
 */
function toPattern(attachment) {
  const parts = attachment.match(/@\{\w+\}|\*\*|[\s\S]/g) ?? []
  const written = parts.map((part) =>
    part.startsWith('@{') ? '.*' : (SIGNS.get(part) ?? part.replace(/[$()+.[\\\]^|]/, String.raw`\$&`)),
  )
  try {
    return new RegExp(`^${written.join('')}$`)
  } catch {
    // An invalid pattern matches no program.
    return /$^/
  }
}

/**
 * Reads from the system the facts that decide whether the sandbox can start.
 * @param {string} program
 * @param {string} [root] the root of the file system
 * @returns {SandboxFacts}
 */
export function readSandbox(program, root = '/') {
  return {
    program,
    namespaces: {
      apparmor: readNumber(path.join(root, 'proc/sys/kernel/apparmor_restrict_unprivileged_userns')),
      clone: readNumber(path.join(root, 'proc/sys/kernel/unprivileged_userns_clone')),
      max: readNumber(path.join(root, 'proc/sys/user/max_user_namespaces')),
    },
    helper: readHelper(path.join(path.dirname(program), 'chrome-sandbox')),
    profiles: readProfiles(path.join(root, 'etc/apparmor.d')),
  }
}

/**
 * @param {string} file
 * @returns {number | undefined}
 */
function readNumber(file) {
  try {
    const number = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return Number.isNaN(number) ? undefined : number
  } catch {
    return undefined
  }
}

/**
 * @param {string} file
 * @returns {Helper | undefined}
 */
function readHelper(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? undefined : { userId: found.uid, mode: found.mode }
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function readProfiles(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ name }) => readIfAllowed(path.join(folder, name)))
  } catch {
    return []
  }
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function readIfAllowed(file) {
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    return []
  }
}
