import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider'
import { fail, succeed } from '../../shared/result.ts'
import type { Update } from '../../shared/domain/update.ts'
import type { Installer, InstallerFailure, Log, UpdateFeed } from '../ports.ts'
import { channelPattern } from '../updates/signed-list.ts'
import type { UpdateRecord } from '../updates/update-record.ts'
import { FetchFailed, fetchFile, type FetchOptions, hashFile } from './fetch-file.ts'
import { keepFormer, placeOfNext, putBack, replaceProgram } from './former-program.ts'

const isHttps = (address: string): boolean => address.startsWith('https://')
/** Whether an address is on this computer. Such an address needs no encryption; tests of the built app use one. */
const isOwn = (address: string): boolean => /^http:\/\/127\.0\.0\.1(?::\d+)?(?:\/|$)/.test(address)

const feedSchema = z.object({
  address: z.string().refine((address) => address === '' || isHttps(address) || isOwn(address)),
  channel: z.string().regex(channelPattern),
  keys: z.array(z.base64().max(200)).max(5),
})

/** Reads the feed. Its file is in the program's archive, whose integrity Electron checks. @throws if the file is not a feed */
export const readFeed = (file: string): UpdateFeed => feedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

interface InstallerHost {
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  readonly dataFolder: string
  /** The folder for downloads, in the system's cache. */
  readonly cacheFolder: string
  /** The arguments that name the data folder. Empty for the default folder. */
  readonly startArguments: readonly string[]
  /** A JSON file with the feed, and with the name of the download folder within the cache. */
  readonly feedFile: string
  readonly record: UpdateRecord
  readonly idleMs: () => number
  readonly restart: () => void
  readonly exit: () => void
  readonly log: () => Log | undefined
}

/** Creates this program's installer. Returns `package` on Linux outside an AppImage: there, the system's packages bring new versions. */
export function createInstaller(host: InstallerHost) {
  const { platform, arch, env, version, dataFolder, startArguments, feedFile, record } = host
  const appImage = platform === 'linux' ? env['APPIMAGE'] : undefined
  if (platform === 'linux' && appImage === undefined) return 'package'
  const feed = readFeed(feedFile)
  const started = appImage && fileMark(appImage)
  let updater: OpenedUpdater | undefined
  let downloaded: string | undefined

  const open = async (): Promise<OpenedUpdater> => (updater ??= await openUpdater({ ...host, appImage }))
  const installer: Installer = {
    feed,
    systems: platform === 'darwin' ? [`darwin-${arch}`, 'darwin-universal'] : [`${platform}-${arch}`],
    get canStartAgain() {
      // On Windows and macOS, the program is restarted without arguments. An AppImage may have been moved since its start.
      return appImage === undefined ? startArguments.length === 0 : existsSync(appImage)
    },
    async download(update, options) {
      downloaded = undefined
      try {
        // The next program takes its place in this folder. Without that right, Setdesk must not restart for the version either.
        if (appImage !== undefined) accessSync(dirname(appImage), constants.W_OK)
        const file = await (await open()).download(feed.address, update, options)
        // If there is no room for this, Setdesk must not restart for the version: the installation would fail, and it would restart again.
        await keepFormer({ dataFolder, version, appImage }, { version: update.version, installer: file })
        downloaded = file
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
     * Installs the downloaded version. Called once everything else has ended. `release`: called just before another process may need the
     * data folder. `ends`: the system will end this process to install the version. False: nothing was installed. If an installation
     * failed, the log has the reason.
     */
    async install(update: Update, restarts: () => boolean, release: () => void): Promise<'done' | 'ends' | false> {
      if (updater === undefined || downloaded === undefined) return false
      try {
        // Another Setdesk may have installed a version. The file is no longer the running version, which could not be kept for going back.
        if (appImage !== undefined && fileMark(appImage) !== started) {
          host.log()?.problem('update.not-installed', { version: update.version, kind: 'replaced' })
          return false
        }
        const next = { version: update.version, installer: downloaded }
        const trial = {
          version: next.version,
          former: version,
          ...(await keepFormer({ dataFolder, version, appImage }, next)),
        }
        // Other programs of this user could have changed the file since the download. Nothing is awaited between this and the installer.
        if ((await hashFile(downloaded)) !== update.file.sha512) throw new FetchFailed('changed-file')
        record.beginTrial(trial)
        if (updater.install(restarts(), release)) return platform === 'darwin' ? 'ends' : 'done'
        // The new AppImage may be in place already, although it cannot be started.
        if (appImage !== undefined)
          await putBack({ dataFolder, appImage: placeOfNext(appImage, downloaded) }, { ...trial, starts: 0 })
        record.noteNotInstalled(update.version)
        host.log()?.problem('update.not-installed', { version: update.version })
      } catch (error) {
        host.log()?.problem('update.not-installed', { version: update.version, kind: failureOf(error) })
      }
      return false
    },
  }
}

/** Differs if the file was replaced. Undefined if the file is missing. */
function fileMark(path: string): string | undefined {
  const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return mtimeMs === undefined ? undefined : `${size} ${mtimeMs}`
}

function failureOf(error: unknown): InstallerFailure {
  if (error instanceof FetchFailed) return error.failure
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'no-room' : 'not-written'
}

/** What the update library needs from its host, in place of Electron's module. */
interface UpdaterHost extends Omit<InstallerHost, 'arch' | 'env' | 'dataFolder' | 'record' | 'log'> {
  /** The file of the running AppImage. Undefined on other systems. */
  readonly appImage: string | undefined
}

interface OpenedUpdater {
  /** Returns the path of the downloaded file. Rejects with `FetchFailed` or with a file system error. */
  readonly download: (address: string, update: Update, options: FetchOptions) => Promise<string>
  /** Replaces the program with the download. False if that failed. On macOS the system ends the process later. */
  readonly install: (restarts: boolean, release: () => void) => boolean
}

/**
 * Opens the class of `electron-updater` for this system. The class gets only the update that a verified list names, and never reads a list
 * itself. It downloads with Setdesk's own client, and neither installs nor quits by itself.
 */
async function openUpdater(host: UpdaterHost): Promise<OpenedUpdater> {
  // The library is loaded late, so that the start of Setdesk does not wait for it.
  const { AppImageUpdater, MacUpdater, NsisUpdater, Provider } = await import('electron-updater')
  const { platform, appImage, version, cacheFolder, feedFile, startArguments, exit } = host

  let afterReplacement: (() => void) | undefined
  class WholeAppImageUpdater extends AppImageUpdater {
    // The library removes the former file before it moves the new one. A kill or a full disk between the two would leave no program.
    protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
      const { installerPath } = this
      if (appImage === undefined || installerPath === null) return false
      const place = placeOfNext(appImage, installerPath)
      replaceProgram(installerPath, place)
      if (place !== appImage) rmSync(appImage, { force: true })
      rmSync(installerPath, { force: true })
      afterReplacement?.()
      const env = { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' }
      if (isForceRunAfter) void this.spawnLog(place, [...startArguments], env)
      // Until this start has ended, the former process waits, and learns whether the new version can be started.
      else execFileSync(place, [], { env: { ...env, APPIMAGE_EXIT_AFTER_INSTALL: 'true' } })
      return true
    }
  }
  const adapter = {
    version,
    name: 'Setdesk',
    isPackaged: true,
    appUpdateConfigPath: feedFile,
    userDataPath: cacheFolder,
    baseCachePath: cacheFolder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: exit,
    onQuit: () => undefined,
  }
  const openMac = () => new MacUpdater(undefined, adapter)
  const openOther = () =>
    platform === 'win32' ? new NsisUpdater(undefined, adapter) : new WholeAppImageUpdater(undefined, adapter)
  const updater = platform === 'darwin' ? openMac() : openOther()
  // The library's log lines would contain addresses. The caller logs failures by their code.
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true

  class ListedProvider extends Provider<UpdateInfo> {
    readonly #update: Update
    readonly #url: URL
    constructor(options: object, _updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super(runtime)
      const { update, url } = options as { update: Update; url: URL }
      this.#update = update
      this.#url = url
    }
    getLatestVersion(): Promise<UpdateInfo> {
      const { version, file } = this.#update
      return Promise.resolve({
        version,
        files: [{ url: file.name, size: file.size, sha512: file.sha512 }],
        path: file.name,
        sha512: file.sha512,
        releaseDate: '',
      })
    }
    resolveFiles(info: UpdateInfo) {
      return info.files.map((file) => ({ url: this.#url, info: file }))
    }
    // Does nothing. The library's own method would send an id of this computer to the server.
    override setRequestHeaders(): void {}
  }

  return {
    async download(address, update, options) {
      const { file } = update
      const url = new URL(encodeURIComponent(file.name), address.replace(/\/?$/, '/'))
      const download = (_url: URL, path: string) => fetchFile({ url, file, path }, options)
      Object.assign(updater, { httpExecutor: { download } })
      updater.setFeedURL({ provider: 'custom', updateProvider: ListedProvider, update, url })
      const found = await updater.checkForUpdates()
      if (found?.isUpdateAvailable !== true) throw new FetchFailed('not-written')
      const [path] = await updater.downloadUpdate()
      if (path === undefined) throw new FetchFailed('not-written')
      return path
    },
    install(restarts, release) {
      if (updater instanceof AppImageUpdater) afterReplacement = release
      else release()
      if (updater instanceof MacUpdater) {
        updater.autoRunAppAfterInstall = restarts
        updater.quitAndInstall()
        return true
      }
      return updater.install(true, restarts)
    },
  }
}
