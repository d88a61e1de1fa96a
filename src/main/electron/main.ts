import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  type WebContents,
} from 'electron'
import { compose } from '../compose.ts'
import { describeProblem } from '../bridge/describe-problem.ts'
import { explainRefusal } from '../host/explain-refusal.ts'
import { ownFolder, type FolderOwner } from '../host/folder-owner.ts'
import { createHostPorts } from '../host/ports.ts'
import { fillIn, hostTexts } from '../host/say.ts'
import { askBeforeClose } from './ask-before-close.ts'
import { carryCalls, carryEvents } from './carry-bridge.ts'
import { bringForward, describeWindow, setUpWindow } from './create-window.ts'
import { setUpDataFolder } from './data-folder.ts'
import { describeMenu } from './describe-menu.ts'
import { ownPage, ownSchemePrivileges } from './own-page.ts'
import { allowCameraOnly } from './rules/allow-camera-only.ts'
import { denyDownloads } from './rules/deny-downloads.ts'
import { denyNavigation } from './rules/deny-navigation.ts'
import { denyNewWindows } from './rules/deny-new-windows.ts'
import { denyWebviews } from './rules/deny-webviews.ts'
import { serveOwnScheme } from './serve-own-scheme.ts'
import { createSystemKeyStore } from './system-key-store.ts'
import { chooseOpeningPlace, createPlaceMemory } from './window-place.ts'

// All of this must be said before the app is ready.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([ownSchemePrivileges])
const dataFolder = setUpDataFolder(app, process.argv)
app.on('web-contents-created', (_event, contents) => setUpContents(contents))
app.on('window-all-closed', () => app.quit())

if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(giveUp)
else app.quit()

async function start(): Promise<void> {
  const owned = ownFolder(dataFolder, Date.now())
  if (!owned.ok) {
    dialog.showErrorBox(hostTexts.title, explainRefusal(dataFolder, owned.error))
    return app.exit(3)
  }
  const ports = createHostPorts({
    host: 'electron',
    version: app.getVersion(),
    dataFolder,
    keyStore: createSystemKeyStore(safeStorage, process.platform),
    clipboard: { write: (text) => clipboard.writeText(text) },
  })
  const desk = compose(ports)
  await desk.start()
  setUpQuit(() => desk.stop(), owned.value)
  setUpSession()
  Menu.setApplicationMenu(Menu.buildFromTemplate(describeMenu(process.platform)))
  carryCalls(ipcMain, desk, ports.log)

  const memory = createPlaceMemory(dataFolder)
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea)
  const place = chooseOpeningPlace(memory.recall(), displays)
  const window = new BrowserWindow(describeWindow(place, join(import.meta.dirname, '..', 'preload', 'preload.cjs')))
  setUpWindow(window, place, memory.remember)
  askBeforeClose(window, dialog, desk.unsent)
  carryEvents(window.webContents, desk, ports.log)
  app.on('second-instance', () => bringForward(window))
  await window.loadURL(ownPage)
}

/** Without this, what goes wrong at the start leaves a process without a window. */
function giveUp(thrown: unknown): void {
  const { error, code = '', at = '' } = describeProblem(thrown)
  dialog.showErrorBox(hostTexts.title, fillIn(hostTexts.failed, { code: `${error} ${code} ${at}`.trim() }))
  app.exit(1)
}

function setUpContents(contents: WebContents): void {
  denyNewWindows(contents, shell)
  denyNavigation(contents)
  denyWebviews(contents)
}

function setUpSession(): void {
  allowCameraOnly(session.defaultSession)
  denyDownloads(session.defaultSession)
  serveOwnScheme(protocol, join(import.meta.dirname, '..', 'renderer'))
}

/** Ends sending at the next safe point before the process ends. */
function setUpQuit(stop: () => Promise<void>, owner: FolderOwner): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    void stop().finally(() => {
      owner.release()
      app.exit(0)
    })
  })
}
