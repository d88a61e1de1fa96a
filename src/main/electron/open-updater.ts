import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider'
import type { Update } from '../../shared/domain/update.ts'
import { fetchFile, FetchFailed, type FetchOptions } from './fetch-file.ts'

/** What the update library needs from its host, in place of Electron's module. */
export interface UpdaterHost {
  readonly platform: NodeJS.Platform
  readonly version: string
  /** The folder for downloads, in the system's cache. */
  readonly cacheFolder: string
  /**
   * A JSON file with the name of the download folder within the cache. On Windows it also contains the publisher's names in the
   * certificate.
   */
  readonly configFile: string
  /** The arguments for starting a replaced AppImage. */
  readonly startArguments: readonly string[]
  readonly quit: () => void
}

export interface OpenedUpdater {
  /** Returns the path of the downloaded file. Rejects with `FetchFailed` or with a file system error. */
  readonly download: (address: string, update: Update, options: FetchOptions) => Promise<string>
  /** Replaces the program with the download. False if that failed. On macOS the system ends the process later. */
  readonly install: (restarts: boolean) => boolean
}

/**
 * Opens the class of `electron-updater` for this system. The class gets only what a verified list names, and never a list itself. It
 * downloads with Setdesk's own client, and neither installs nor quits by itself.
 */
export async function openUpdater(host: UpdaterHost): Promise<OpenedUpdater> {
  // Loaded late, so that the start does not wait for it.
  const { AppImageUpdater, MacUpdater, NsisUpdater, Provider } = await import('electron-updater')
  const { platform, version, cacheFolder, configFile, startArguments, quit } = host

  class StartingAppImageUpdater extends AppImageUpdater {
    protected override spawnLog(command: string, args: string[] = [], env?: unknown): Promise<boolean> {
      return super.spawnLog(command, [...args, ...startArguments], env)
    }
  }
  const adapter = {
    version,
    name: 'Setdesk',
    isPackaged: true,
    appUpdateConfigPath: configFile,
    userDataPath: cacheFolder,
    baseCachePath: cacheFolder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit,
    onQuit: () => undefined,
  }
  const openMac = () => new MacUpdater(undefined, adapter)
  const openOther = () =>
    platform === 'win32' ? new NsisUpdater(undefined, adapter) : new StartingAppImageUpdater(undefined, adapter)
  const updater = platform === 'darwin' ? openMac() : openOther()
  // The library's log lines would contain addresses. The caller logs failures by their code.
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true

  /** Gives the library the content of the signed list. */
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
    // The library would send an id of this computer to the server.
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
    install(restarts) {
      if (updater instanceof MacUpdater) {
        updater.autoRunAppAfterInstall = restarts
        updater.quitAndInstall()
        return true
      }
      return updater.install(true, restarts)
    },
  }
}
