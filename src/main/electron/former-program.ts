import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Dialog, Shell } from 'electron'
import { renameFile, syncFile } from '../storage/files.ts'
import { keptFolder, type Trial, type UpdateRecord } from '../updates/update-record.ts'
import { hashFile } from './fetch-file.ts'
import { fillIn, hostTexts } from '../host/say.ts'

interface Programs {
  readonly dataFolder: string
  readonly version: string
  /** The file of the running AppImage. Undefined if an installer installs new versions. */
  readonly appImage: string | undefined
}

/**
 * Stores what is needed to go back to an earlier version. An AppImage is stored as a link if possible, because a link takes no extra room.
 * On other systems the new version's installer is stored, so that a later update can go back to the new version. The result names the file
 * that can restore the running version: its AppImage, or its own installer if an earlier update stored that installer.
 */
export async function keepFormer(
  { dataFolder, version, appImage }: Programs,
  next: { readonly version: string; readonly installer: string },
): Promise<Pick<Trial, 'kept' | 'place'>> {
  const folder = join(dataFolder, keptFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (appImage !== undefined) {
    const name = `former-${version}.AppImage`
    linkOrCopy(appImage, join(folder, name))
    return { kept: { name, sha512: await hashFile(join(folder, name)) }, place: appImage }
  }
  const kind = extname(next.installer)
  linkOrCopy(next.installer, join(folder, `installer-${next.version}${kind}`))
  const name = `installer-${version}${kind}`
  if (!existsSync(join(folder, name))) return {}
  return { kept: { name, sha512: await hashFile(join(folder, name)) } }
}

function linkOrCopy(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

/** The path of the former program or installer that was stored for this trial. Undefined if the file is missing or was changed. */
export async function findKept(dataFolder: string, { kept }: Trial): Promise<string | undefined> {
  if (kept === undefined) return undefined
  const path = join(dataFolder, keptFolder, kept.name)
  try {
    return (await hashFile(path)) === kept.sha512 ? path : undefined
  } catch {
    return undefined
  }
}

/** The path of the next AppImage. If the running file is named after its version, the next file is named after its own. */
export const placeOfNext = (appImage: string, installer: string): string =>
  /\d+\.\d+\.\d+/.test(basename(appImage)) ? join(dirname(appImage), basename(installer)) : appImage

/**
 * Puts a program in place in one step. A kill or a full disk leaves the program that was there before. Needs no room if the program is
 * on the same disk.
 */
export function replaceProgram(program: string, place: string): void {
  const fresh = `${place}.new`
  linkOrCopy(program, fresh)
  chmodSync(fresh, 0o755)
  syncFile(fresh)
  renameFile(fresh, place)
  // If both names are links to one file, the system leaves both.
  rmSync(fresh, { force: true })
}

/** Replaces the failed AppImage by the former one in one step, and returns its path. Undefined if there is no former AppImage. */
export async function putBack(
  { dataFolder, appImage }: Omit<Programs, 'version'>,
  trial: Trial,
): Promise<string | undefined> {
  const { place } = trial
  const kept = await findKept(dataFolder, trial)
  if (kept === undefined || place === undefined || appImage === undefined) return undefined
  replaceProgram(kept, place)
  if (appImage !== place) rmSync(appImage, { force: true })
  return place
}

interface TakingBack {
  readonly dataFolder: string
  /** The file of the running AppImage. Undefined if Setdesk came from a setup program or a package. */
  readonly appImage: string | undefined
  readonly record: Pick<UpdateRecord, 'noteTakenBack'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openPath'>
  /** Starts the program at this path, after this process has released what only one process may have. */
  readonly startProgram: (path: string) => void
}

/**
 * Handles a version that failed to start twice. A former AppImage is put back and started. Otherwise the former version's installer
 * is offered, if it is stored on this computer. True if this process has to end.
 */
export async function takeBack(trial: Trial, host: TakingBack): Promise<boolean> {
  const { dataFolder, appImage, record, startProgram } = host
  // An error is ignored. If the former program cannot be put back, this version must still get another try.
  const place = await putBack({ dataFolder, appImage }, trial).catch(() => undefined)
  if (place !== undefined) {
    record.noteTakenBack(trial.version)
    startProgram(place)
    return true
  }
  const installer = appImage === undefined ? await findKept(dataFolder, trial) : undefined
  const choice = await ask(host, trial, installer !== undefined)
  if (choice !== 'installer' || installer === undefined) return choice === 'close'
  // The trial goes on: the user may cancel the installer. The former version notes at its start that it is back.
  if ((await host.shell.openPath(installer)) === '') return true
  // The system has no program for the installer, or forbids it.
  return (await ask(host, trial, false)) === 'close'
}

async function ask(
  { dialog }: TakingBack,
  { version, former }: Trial,
  hasInstaller: boolean,
): Promise<'installer' | 'again' | 'close'> {
  const { message, withInstaller, byHand, installer, again, close } = hostTexts().update
  const choices = [...(hasInstaller ? (['installer'] as const) : []), 'again', 'close'] as const
  const names = { installer: fillIn(installer, { former }), again, close }
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: hostTexts().title,
    message: fillIn(message, { version }),
    detail: fillIn(hasInstaller ? withInstaller : byHand, { former }),
    buttons: choices.map((choice) => names[choice]),
    defaultId: 0,
    cancelId: choices.length - 1,
    noLink: true,
  })
  return choices[response] ?? 'close'
}
