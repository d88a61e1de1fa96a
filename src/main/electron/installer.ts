import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { fail, succeed } from '../../shared/result.ts'
import type { Update } from '../../shared/domain/update.ts'
import type { Installer, InstallerFailure, Log, UpdateFeed } from '../ports.ts'
import type { UpdateRecord } from '../updates/update-record.ts'
import { FetchFailed, hashFile } from './fetch-file.ts'
import { keepFormer, putBack } from './former-program.ts'
import { openUpdater, type OpenedUpdater } from './open-updater.ts'

const isHttps = (address: string): boolean => address.startsWith('https://')
/** Whether an address is on this computer. Such an address needs no encryption. Tests of the built app use it. */
const isOwn = (address: string): boolean => /^http:\/\/127\.0\.0\.1(?::\d+)?(?:\/|$)/.test(address)

const feedSchema = z.object({
  address: z.string().refine((address) => address === '' || isHttps(address) || isOwn(address)),
  channel: z.string().regex(/^[a-z]{1,20}$/),
  keys: z.array(z.base64().max(200)).max(5),
})

/**
 * Reads the feed. Its file is beside the program's code, in the archive whose integrity Electron checks. @throws if the file is not a feed
 */
export const readFeed = (file: string): UpdateFeed => feedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

interface InstallerHost {
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  readonly dataFolder: string
  /** The system's folder for data of this user that programs can fetch again. */
  readonly cacheFolder: string
  /** The arguments that name the data folder. Empty for the default folder. */
  readonly startArguments: readonly string[]
  readonly feedFile: string
  readonly record: UpdateRecord
  readonly idleMs: () => number
  readonly restart: () => void
  readonly exit: () => void
  readonly log: () => Log | undefined
}

/** Creates this program's installer. Returns `package` on Linux outside an AppImage: there, the system's packages bring new versions. */
export function createInstaller(host: InstallerHost) {
  const { platform, arch, env, version, dataFolder, cacheFolder, startArguments, feedFile, record } = host
  const appImage = platform === 'linux' ? env['APPIMAGE'] : undefined
  if (platform === 'linux' && appImage === undefined) return 'package'
  const feed = readFeed(feedFile)
  let updater: OpenedUpdater | undefined
  let downloaded: string | undefined

  const open = async (): Promise<OpenedUpdater> =>
    (updater ??= await openUpdater({
      platform,
      version,
      cacheFolder,
      configFile: feedFile,
      startArguments,
      quit: host.exit,
    }))
  const installer: Installer = {
    feed,
    systems: platform === 'darwin' ? [`darwin-${arch}`, 'darwin-universal'] : [`${platform}-${arch}`],
    // On Windows and macOS, the program is restarted without arguments.
    canStartAgain: platform === 'linux' || startArguments.length === 0,
    async download(update, options) {
      downloaded = undefined
      try {
        downloaded = await (await open()).download(feed.address, update, options)
        return succeed(undefined)
      } catch (error) {
        return fail(failureOf(error))
      }
    },
    restart: host.restart,
    idleMs: host.idleMs,
  }
  return {
    installer,
    /**
     * Installs the downloaded version. Called once everything else has ended. `ends`: the system will end this process to install it.
     * False: nothing was installed. If an installation failed, the log has the reason.
     */
    async install(update: Update, restarts: boolean): Promise<'done' | 'ends' | false> {
      if (updater === undefined || downloaded === undefined) return false
      try {
        // Other programs of this user could have changed the file since the download.
        if ((await hashFile(downloaded)) !== update.file.sha512) throw new FetchFailed('changed-file')
        const next = { version: update.version, installer: downloaded }
        const trial = {
          version: next.version,
          former: version,
          ...(await keepFormer({ dataFolder, version, appImage }, next)),
        }
        record.beginTrial(trial)
        if (updater.install(restarts)) return platform === 'darwin' ? 'ends' : 'done'
        // The library removes the former AppImage before it installs the new one, so the former AppImage is put back here.
        if (appImage !== undefined) await putBack({ dataFolder, appImage }, { ...trial, starts: 0 })
        record.noteNotInstalled(update.version)
        host.log()?.problem('update.not-installed', { version: update.version })
      } catch (error) {
        host.log()?.problem('update.not-installed', { version: update.version, kind: failureOf(error) })
      }
      return false
    },
  }
}

function failureOf(error: unknown): InstallerFailure {
  if (error instanceof FetchFailed) return error.failure
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'no-room' : 'not-written'
}
