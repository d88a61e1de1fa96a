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
} from 'electron'
import type { App } from '../app.ts'
import { compose } from '../compose.ts'
import { findLink, linkScheme, readBoxLink, withoutLink } from './box-link.ts'
import { explainRefusal, ownFolder } from '../host/folder-owner.ts'
import { createHostPorts } from '../host/ports.ts'
import { fillIn, hostTexts } from '../host/say.ts'
import type { Log } from '../ports.ts'
import { carryCalls, carryEvents } from './carry-bridge.ts'
import {
  askBeforeClose,
  bringForward,
  describeMenu,
  describeWindow,
  savePdf,
  setUpWindow,
  watchPage,
} from './create-window.ts'
import { setUpDataFolder } from './data-folder.ts'
import { findDebugOption } from './debug-options.ts'
import { createErrorEnd, setUpEnding } from './end-app.ts'
import { findOperatorFile, readOperatorFile } from './operator-file.ts'
import {
  allowCameraAndNotifications,
  denyDownloads,
  denyNavigation,
  denyNewWindows,
  ownPage,
  ownSchemePrivileges,
  serveOwnScheme,
} from './page-rules.ts'
import { createStoreOpener } from './store-opener.ts'
import { createSystemKeyStore } from './system-key-store.ts'
import { chooseOpeningPlace, createPlaceMemory } from './window-place.ts'

// What this process writes is for its user alone.
process.umask(0o077)

// These settings must be made before the app is ready.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([ownSchemePrivileges])
const dataFolder = setUpDataFolder(app, withoutLink(process.argv))
app.on('web-contents-created', (_event, contents) => {
  denyNewWindows(contents, shell)
  denyNavigation(contents)
})
app.on('window-all-closed', () => app.quit())
/** A link that came before the app was composed. */
let earlyLink = findLink(process.argv)
let openLink = (url: string): void => void (earlyLink = url)
app.on('open-url', (event, url) => {
  event.preventDefault()
  openLink(url)
})
/** The same for the operator's file. macOS names it in an event, the other systems in the arguments. */
let earlyFile = findOperatorFile(process.argv.slice(1), process.cwd())
let openOperatorFile = (path: string): void => void (earlyFile = path)
app.on('open-file', (event, path) => {
  event.preventDefault()
  openOperatorFile(path)
})

const openFile = createStoreOpener(ipcMain)
/** A start that is faster than this never shows the "opening" state in the page. */
const quickStartMs = 500

let log: Log | undefined
const giveUp = createErrorEnd({ app, dialog }, () => log)
process.on('uncaughtException', giveUp)

/** Only an installed app refuses: whoever develops Setdesk debugs it. */
const debugOption = app.isPackaged ? findDebugOption(process) : undefined
if (debugOption !== undefined) {
  // The start script in an AppImage adds this option where the system allows no sandbox.
  const isFromAppImage = debugOption === '--no-sandbox' && process.env['APPIMAGE'] !== undefined
  const reason = isFromAppImage ? hostTexts().noSandbox : fillIn(hostTexts().debugged, { option: debugOption })
  dialog.showErrorBox(hostTexts().title, reason)
  app.exit(4)
} else if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(giveUp)
else app.quit()

async function start(): Promise<void> {
  const owned = ownFolder(dataFolder, Date.now())
  if (!owned.ok) {
    dialog.showErrorBox(hostTexts().title, explainRefusal(dataFolder, owned.error))
    return app.exit(3)
  }
  const ports = createHostPorts({
    host: 'electron',
    version: app.getVersion(),
    dataFolder,
    keyStore: createSystemKeyStore(safeStorage, { platform: process.platform, sessionFolder: dataFolder }),
    openFile,
    clipboard: { write: (text) => clipboard.writeText(text) },
    openMessage: (link) => shell.openExternal(link),
    savePdf: (name) => savePdf(window, dialog, name),
    restart: () => {
      ending.startAgain()
      app.quit()
    },
  })
  log = ports.log
  const setdesk = compose(ports)
  openLink = (url) => {
    const box = readBoxLink(url)
    if (box === undefined) ports.log.info('link-ignored', { length: url.length })
    else setdesk.offerBox(box)
  }
  if (earlyLink !== undefined) openLink(earlyLink)
  openOperatorFile = (path) => {
    const file = readOperatorFile(path)
    if (file === undefined) ports.log.info('file-ignored', { length: path.length })
    else setdesk.offerFile(file)
  }
  if (earlyFile !== undefined) openOperatorFile(earlyFile)
  // Only an installed app: whoever develops Setdesk has not asked for its links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--'])
  const ending = setUpEnding(app, { stop: setdesk.stop, release: owned.value.release })
  allowCameraAndNotifications(session.defaultSession)
  denyDownloads(session.defaultSession)
  serveOwnScheme(protocol, join(import.meta.dirname, '..', 'renderer'))
  Menu.setApplicationMenu(Menu.buildFromTemplate(describeMenu(process.platform)))
  carryCalls(ipcMain, setdesk, ports.log)
  powerMonitor.on('lock-screen', setdesk.lock)
  powerMonitor.on('suspend', setdesk.lock)

  const window = openWindow(setdesk, ports.log)
  app.on('second-instance', (_event, args, folder) => {
    const link = findLink(args)
    if (link !== undefined) openLink(link)
    const file = findOperatorFile(args.slice(1), folder)
    if (file !== undefined) openOperatorFile(file)
    if (ending.isEnding()) ending.startAgain()
    else bringForward(window)
  })
  const starting = setdesk.start()
  // The system may ask for a password before the app is open. The window waits only a moment for that.
  await Promise.race([starting, sleep(quickStartMs)])
  // `watchPage` reloads a page that failed to load.
  await Promise.all([starting, window.loadURL(ownPage).catch(() => undefined)])
}

function openWindow(setdesk: App, log: Log): BrowserWindow {
  const memory = createPlaceMemory(dataFolder, openFile)
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
  const place = chooseOpeningPlace(memory.recall(), displays)
  const preload = join(import.meta.dirname, '..', 'preload', 'preload.cjs')
  const window = new BrowserWindow(describeWindow(place, preload, join(import.meta.dirname, 'icon.png')))
  setUpWindow(window, place, memory.remember)
  askBeforeClose(window, dialog, setdesk.unsent)
  watchPage(window, { dialog, log, quit: () => app.quit() })
  carryEvents(window.webContents, setdesk, log)
  return window
}
