import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * What the kernel lets an ordinary user do with namespaces; undefined where it does not say, which means that it allows it.
 * @typedef {{ apparmor: number | undefined, clone: number | undefined, max: number | undefined }} Namespaces
 *
 * The setuid helper beside the program; `mode` as `stat` gives it.
 * @typedef {{ userId: number, mode: number }} Helper
 *
 * @typedef {{ program: string, namespaces: Namespaces, helper: Helper | undefined, profiles: readonly string[] }} SandboxFacts
 *
 * `reason` is half a sentence, `remedy` whole ones.
 * @typedef {{ reason: string, remedy: string }} Refusal
 */

const SETUID_AND_RUN_BY_ALL = 0o4001

/** The signs of AppArmor's patterns, as a regular expression has them. */
const SIGNS = new Map([
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
  ['{', '(?:'],
  ['}', ')'],
  [',', '|'],
])

/**
 * Why Electron's sandbox cannot start on this Linux, and what to do; undefined where it can. Chromium takes user namespaces,
 * else its setuid helper, else it ends by SIGTRAP.
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
 * @returns {string} the word as a shell takes it whole
 */
const quote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)

/**
 * Whether a file of AppArmor profiles holds one for the program that allows user namespaces.
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
 * AppArmor's patterns for paths: `*` stays within a folder, `**` does not, `{a,b}` is a choice. What a variable stands for is not
 * looked up: the program is started, and tells.
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
    // A pattern that is not understood speaks for no program.
    return /$^/
  }
}

/**
 * Reads from the system what the sandbox depends on.
 * @param {string} program
 * @param {string} [root] of the file system
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
