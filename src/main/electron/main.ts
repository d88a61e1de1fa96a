import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron'
import type { App } from '../app.ts'
import { compose } from '../compose.ts'
import { explainRefusal, ownFolder } from '../host/folder-owner.ts'
import { createHostPorts } from '../host/host-ports.ts'
import { createRunApart } from '../host/run-apart.ts'
import { fillIn, hostTexts } from '../host/say.ts'
import type { Log } from '../ports.ts'
import { createUpdateRecord } from '../updates/update-record.ts'
import { carryCalls, carryEvents } from './carry-bridge.ts'
import {
  askBeforeClose,
  bringForward,
  chooseOpeningPlace,
  createPlaceMemory,
  describeMenu,
  describeWindow,
  savePdf,
  setUpWindow,
  watchPage,
} from './create-window.ts'
import {
  findDebugOption,
  lacksFolder,
  readDataFlag,
  setUpDataFolder,
  findOperatorFile,
  readOperatorFile,
  findLink,
  linkScheme,
  readBoxLink,
  withoutLink,
  linkTo,
  opensPort,
  withoutOpened,
} from './command-line.ts'
import { createErrorEnd, hearSessionEnd, setUpEnding, showLast } from './end-app.ts'
import {
  allowCameraAndNotifications,
  denyDownloads,
  denyNavigation,
  denyNewWindows,
  ownPage,
  ownSchemePrivileges,
  serveOwnScheme,
} from './page-rules.ts'
import { findCacheFolder } from './cache-folder.ts'
import { createInstaller } from './installer.ts'
import { createStoreOpener, createApartStarter } from './electron-ports.ts'
import { createSystemKeyStore } from './system-key-store.ts'
import { takeBack } from './former-program.ts'

// Files that this process makes are accessible only to its user.
process.umask(0o077)

// These settings must be made before the app is ready.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([ownSchemePrivileges])

let log: Log | undefined
const giveUp = createErrorEnd({ app, dialog }, () => log)
process.on('uncaughtException', giveUp)
// Electron would only warn. Whatever failed unheard would stay undone while the window looks as usual; a new start continues all work.
process.on('unhandledRejection', giveUp)

const dataFolder = setUpDataFolder(app, withoutLink(process.argv))
app.on('web-contents-created', (_event, contents) => {
  denyNewWindows(contents, shell)
  denyNavigation(contents)
})
app.on('window-all-closed', () => app.quit())
/** A link that arrived before the app was composed. */
let earlyLink = findLink(process.argv)
let openLink = (url: string): void => void (earlyLink = url)
app.on('open-url', (event, url) => {
  event.preventDefault()
  openLink(url)
})
/** An operator's file that arrived before the app was composed. macOS names it in an event, the other systems in the arguments. */
let earlyFile = findOperatorFile(process.argv.slice(1), process.cwd())
let openOperatorFile = (path: string): void => void (earlyFile = path)
app.on('open-file', (event, path) => {
  event.preventDefault()
  openOperatorFile(path)
})

/** A second start brings the window to the front, once there is one. What the second start opens is kept until then. */
let comeForward = (): void => undefined
app.on('second-instance', (_event, args, folder) => {
  const link = findLink(args)
  if (link !== undefined) openLink(link)
  const file = findOperatorFile(args.slice(1), folder)
  if (file !== undefined) openOperatorFile(file)
  comeForward()
})

/** Before `start` replaces this function, it only ends Setdesk. */
let restart = (): void => app.quit()

const openFile = createStoreOpener(ipcMain)
/** How long the page waits for the saved work, in milliseconds. A faster start never shows the "opening" state. */
const quickStartMs = 500

const record = createUpdateRecord(dataFolder)
/** The arguments for the start of a replaced program. They make the program use the same data folder. */
const startArguments = readDataFlag(withoutLink(process.argv)) === undefined ? [] : ['--data', dataFolder]
const appImage = process.platform === 'linux' ? process.env['APPIMAGE'] : undefined

/** The debug option that keeps Setdesk from starting. Developers need such options, so only an installed app refuses them. */
const debugOption = app.isPackaged ? findDebugOption(process) : undefined
if (debugOption !== undefined) {
  // The AppImage's start script adds this option if the system allows no sandbox.
  const isFromAppImage = debugOption === '--no-sandbox' && process.env['APPIMAGE'] !== undefined
  const reason = isFromAppImage ? hostTexts().noSandbox : fillIn(hostTexts().debugged, { option: debugOption })
  if (opensPort(debugOption)) {
    // The port would stay open until the user has read the box. On Linux this text goes to the terminal, where such an option comes from.
    dialog.showErrorBox(hostTexts().title, reason)
    app.exit(4)
  } else void refuse(reason, isFromAppImage).catch(giveUp)
} else if (lacksFolder(withoutLink(process.argv))) {
  void showLast({ app, dialog }, hostTexts().noFolder, 2)
} else if (process.env['APPIMAGE_EXIT_AFTER_INSTALL'] === 'true') {
  // The former version started this process only to complete the installation, so this process ends at once.
  app.exit(0)
} else if (app.requestSingleInstanceLock()) {
  const trial = noteStart()
  void app
    .whenReady()
    .then(() => start(trial))
    .catch(giveUp)
} else app.quit()

/** Shows why Setdesk does not start. `isFromAppImage`: a version that its own AppImage never starts otherwise is taken back. */
async function refuse(reason: string, isFromAppImage: boolean): Promise<void> {
  const trial = isFromAppImage && app.requestSingleInstanceLock() ? noteStart() : undefined
  await app.whenReady()
  if (await isTakenBack(trial)) return app.exit(0)
  await showLast({ app, dialog }, reason, 4)
}

const isTakenBack = async (trial: ReturnType<typeof noteStart>): Promise<boolean> =>
  trial !== undefined && (await takeBack(trial, { dataFolder, appImage, record, dialog, shell, startProgram }))

/** Counts this start before anything can fail. If the folder cannot be written, the count is skipped; `start` reports the problem later. */
function noteStart(): ReturnType<typeof record.noteStart> {
  try {
    return record.noteStart(app.getVersion())
  } catch {
    return undefined
  }
}

async function start(trial: ReturnType<typeof noteStart>): Promise<void> {
  if (await isTakenBack(trial)) return app.exit(0)
  const owned = ownFolder(dataFolder, Date.now())
  if (!owned.ok) {
    if (owned.error.reason === 'in-use') record.noteNoStart(app.getVersion())
    dialog.showErrorBox(hostTexts().title, explainRefusal(dataFolder, owned.error))
    return app.exit(3)
  }
  const installer = app.isPackaged ? openInstaller() : 'source'
  const ports = createHostPorts({
    host: 'electron',
    version: app.getVersion(),
    dataFolder,
    keyStore: createSystemKeyStore(safeStorage, { platform: process.platform, sessionFolder: dataFolder }),
    openFile,
    clipboard: { write: (text) => clipboard.writeText(text) },
    openMessage: (link) => shell.openExternal(link),
    savePdf: (name) => savePdf(window, dialog, name),
    installer: typeof installer === 'object' ? installer.installer : installer,
    restart: () => restart(),
    runApart: createRunApart(createApartStarter(utilityProcess)),
  })
  log = ports.log
  const setdesk = compose(ports)
  openLink = (url) => {
    const box = readBoxLink(url)
    if (box === undefined) ports.log.info('link-ignored', { length: url.length })
    else setdesk.offerBox(box)
  }
  if (earlyLink !== undefined) openLink(earlyLink)
  let lastFile: string
  openOperatorFile = (path) => {
    const file = readOperatorFile(path)
    if (file === undefined) return ports.log.info('file-ignored', { length: path.length })
    lastFile = path
    setdesk.offerFile(file)
  }
  if (earlyFile !== undefined) openOperatorFile(earlyFile)
  /** What the user has not decided yet, as start arguments. The next start opens it again. */
  const stillOpened = (): readonly string[] => {
    const { box, file } = setdesk.offered()
    if (box !== undefined) return linkTo(box)
    return file === undefined ? [] : [lastFile]
  }
  // Only an installed app registers the scheme, so that a developer's checkout does not take the links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--'])
  const ending = setUpEnding(app, {
    stop: setdesk.stop,
    release() {
      owned.value.release()
      app.releaseSingleInstanceLock()
    },
    async install(restarts, release) {
      const update = setdesk.readyUpdate()
      if (update === undefined || typeof installer !== 'object') return false
      const { canStartAgain } = installer.installer
      // If Setdesk cannot restart itself, a restart installs nothing. The update is installed when Setdesk next ends without a restart.
      if (restarts() && !canStartAgain) return false
      return await installer.install(update, () => restarts() && canStartAgain, release)
    },
    relaunch: () =>
      app.relaunch({
        args: [...withoutOpened(process.argv.slice(1)), ...stillOpened()],
        // The program inside an AppImage disappears when the process ends, so the AppImage itself is started.
        ...(appImage !== undefined && { execPath: appImage }),
      }),
  })
  restart = () => {
    ending.startAgain()
    app.quit()
  }
  allowCameraAndNotifications(session.defaultSession)
  denyDownloads(session.defaultSession)
  serveOwnScheme(protocol, join(import.meta.dirname, '..', 'renderer'))
  Menu.setApplicationMenu(Menu.buildFromTemplate(describeMenu(process.platform)))
  const opened = Promise.withResolvers<void>()
  carryCalls(ipcMain, setdesk, ports.log, opened.promise)
  powerMonitor.on('lock-screen', setdesk.lock)
  powerMonitor.on('suspend', setdesk.lock)

  const unsent = () => (ending.mayAsk() ? setdesk.unsent() : 0)
  const window = openWindow(setdesk, ports.log, opened.promise, unsent)
  comeForward = () => {
    if (ending.isEnding()) ending.startAgain()
    else bringForward(window)
  }
  hearSessionEnd({ powerMonitor, window, process }, () => {
    ending.endSession()
    app.quit()
  })
  // The page loads in its own process while this process opens the saved work. `watchPage` reloads a page that failed to load.
  const loading = window.loadURL(ownPage).catch(() => undefined)
  const starting = setdesk.start()
  // The system may ask for a password before the app is open. The page waits at most `quickStartMs` for the app.
  Promise.race([starting, sleep(quickStartMs)]).then(opened.resolve, opened.resolve)
  await Promise.all([starting, loading])
}

function openInstaller() {
  return createInstaller({
    platform: process.platform,
    arch: process.arch,
    env: process.env,
    version: app.getVersion(),
    dataFolder,
    cacheFolder: findCacheFolder(process.platform, process.env, homedir()),
    startArguments,
    feedFile: join(import.meta.dirname, 'updates.json'),
    record,
    idleMs: () => powerMonitor.getSystemIdleTime() * 1000,
    restart: () => restart(),
    exit: () => app.exit(0),
    log: () => log,
  })
}

function startProgram(path: string): void {
  app.releaseSingleInstanceLock()
  spawn(path, startArguments, { detached: true, stdio: 'ignore' }).unref()
}

function openWindow(setdesk: App, log: Log, opened: Promise<void>, unsent: () => number): BrowserWindow {
  const memory = createPlaceMemory(dataFolder, openFile)
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
  const place = chooseOpeningPlace(memory.recall(), displays)
  const preload = join(import.meta.dirname, '..', 'preload', 'preload.cjs')
  const window = new BrowserWindow(describeWindow(place, preload, join(import.meta.dirname, 'icon.png')))
  setUpWindow(window, place, memory.remember)
  askBeforeClose(window, dialog, unsent)
  watchPage(window, { dialog, log, quit: () => app.quit() })
  carryEvents(window.webContents, setdesk, log, opened)
  return window
}
