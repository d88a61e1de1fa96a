import type { Dialog, Shell } from 'electron'
import { fillIn, hostTexts } from '../host/say.ts'
import type { Trial, UpdateRecord } from '../updates/update-record.ts'
import { findKept, putBack } from './former-program.ts'

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
  // If the former program cannot be put back, this version must still get another try.
  const place = await putBack({ dataFolder, appImage }, trial).catch(() => undefined)
  if (place !== undefined) {
    record.noteTakenBack(trial.version)
    startProgram(place)
    return true
  }
  const installer = appImage === undefined ? await findKept(dataFolder, trial) : undefined
  const choice = await ask(host, trial, installer !== undefined)
  if (choice !== 'installer' || installer === undefined) return choice === 'close'
  record.noteTakenBack(trial.version)
  await host.shell.openPath(installer)
  return true
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
