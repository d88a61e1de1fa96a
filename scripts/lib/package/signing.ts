import { spawnSync } from 'node:child_process'
import type { PackagedSystem } from './stand-in.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** How the packages of a system are signed. `says` is a sentence for the log of the build. */
export interface Signing {
  readonly isSigned: boolean
  /** Whether Apple's notary gets the app. Only on macOS. */
  readonly isNotarized: boolean
  /** Whether no package may be made, because `SETDESK_RELEASE=1` asks for a signature that the variables do not give. */
  readonly stopsRelease: boolean
  readonly says: string
}

/** The variable with the signing command, a JSON array with `{file}` for the file: `["signtool","sign","/sha1","…","{file}"]`. */
const windowsCommand = 'SETDESK_SIGN_WINDOWS'

/** Groups of variables for Apple's notary. One group and a certificate are enough. electron-builder reads these variables itself. */
const notaryVariables = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
] as const

const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== ''

/** How packages are signed with the variables of the environment. Without the variables, packages are unsigned, and `says` says so. */
export function describeSigning(system: PackagedSystem, env: Environment): Signing {
  const isRelease = env['SETDESK_RELEASE'] === '1'
  const unsigned = { isSigned: false, isNotarized: false, stopsRelease: isRelease }
  switch (system) {
    case 'linux':
      return { ...unsigned, stopsRelease: false, says: 'Packages of Linux carry no signature of their own.' }
    case 'win': {
      const isSigned = [windowsCommand, 'WIN_CSC_LINK', 'CSC_LINK'].some((name) => isSet(env, name))
      if (isSigned) return { isSigned, isNotarized: false, stopsRelease: false, says: 'The programs are signed.' }
      const says = `UNSIGNED: neither ${windowsCommand} nor WIN_CSC_LINK is set. Windows warns whoever installs this.`
      return { ...unsigned, says }
    }
    case 'mac': {
      const isSigned = ['CSC_LINK', 'CSC_NAME'].some((name) => isSet(env, name))
      const isNotarized = isSigned && notaryVariables.some((group) => group.every((name) => isSet(env, name)))
      const stopsRelease = isRelease && !isNotarized
      const signed = { isSigned, isNotarized, stopsRelease }
      if (isNotarized) return { ...signed, says: 'The app is signed and sent to Apple’s notary.' }
      if (isSigned) return { ...signed, says: 'NOT NOTARIZED: no log-in for Apple’s notary is set.' }
      return {
        ...unsigned,
        says: 'UNSIGNED: neither CSC_LINK nor CSC_NAME is set. macOS refuses to open this elsewhere.',
      }
    }
  }
}

/**
 * Returns a function that signs one file with the command of the environment. Undefined if no command is set: electron-builder then signs
 * in its own way.
 */
export function createWindowsSigner(
  env: Environment,
): ((task: { readonly path: string }) => Promise<void>) | undefined {
  const command = env[windowsCommand]
  if (command === undefined || command === '') return undefined
  const words: unknown = JSON.parse(command)
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string') || !words.includes('{file}'))
    throw new Error(`${windowsCommand} must be a JSON array of words, one of them {file}.`)
  return async ({ path }) => {
    const [program = '', ...args] = words.map((word) => (word === '{file}' ? path : word))
    const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error(`${program} did not sign ${path} (${error?.message ?? `exit code ${status}`}).`)
  }
}
