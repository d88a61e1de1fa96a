import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createInstaller } from '../../../src/main/electron/installer.ts'
import { createUpdateRecord } from '../../../src/main/updates/update-record.ts'
import type { UpdateList } from '../../../src/main/updates/signed-list.ts'
import type { Update } from '../../../src/shared/domain/update.ts'
import { createFakeLog } from '../../fakes/log.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { createPublisher, describeFile } from '../../fakes/publisher.ts'
import { startUpdateServer } from '../../fakes/update-server.ts'

/** A program that says in a file that it was started, and with which arguments. It ends like an AppImage that only installs. */
export const writeProgram = (version: string): string => `#!/bin/sh
[ "$APPIMAGE_EXIT_AFTER_INSTALL" = true ] && exit 0
echo "${version} <$*>" >> "$SETDESK_TEST_STARTS"
`

interface Opening {
  readonly platform?: NodeJS.Platform
  /** The file of the running AppImage. */
  readonly name?: string
  readonly next?: string
  readonly program?: string
  readonly startArguments?: readonly string[]
  /** What the installer is asked for ends Setdesk, and starts it again. */
  readonly restart?: () => void
}

/** An installed 0.1.0 in a folder of its own, a server that has 0.2.0, and the installer between them. */
export async function openInstaller({
  platform = 'linux',
  name = 'Setdesk.AppImage',
  next = 'Setdesk-0.2.0.AppImage',
  program = writeProgram('0.2.0'),
  startArguments = [],
  restart = () => undefined,
}: Opening = {}) {
  const folder = makeFolder()
  const [dataFolder, place, starts] = [join(folder, 'data'), join(folder, name), join(folder, 'starts')]
  for (const one of [dataFolder, dirname(place)]) mkdirSync(one, { recursive: true })
  writeFileSync(place, writeProgram('0.1.0'))
  chmodSync(place, 0o755)
  const publisher = createPublisher()
  const files = new Map<string, string | Uint8Array>([[next, program]])
  const server = await startUpdateServer(files)
  const feedFile = join(folder, 'updates.json')
  writeFileSync(
    feedFile,
    JSON.stringify({
      address: server.url,
      channel: 'stable',
      keys: [publisher.publicKey],
      updaterCacheDirName: 'setdesk-updater',
    }),
  )
  vi.stubEnv('APPIMAGE', platform === 'linux' ? place : undefined)
  vi.stubEnv('SETDESK_TEST_STARTS', starts)
  onTestFinished(() => void vi.unstubAllEnvs())
  const record = createUpdateRecord(dataFolder)
  const log = createFakeLog()
  const exits: string[] = []
  const host = {
    platform,
    arch: 'x64',
    env: process.env,
    cacheFolder: join(folder, 'cache'),
    version: '0.1.0',
    dataFolder,
    startArguments,
    feedFile,
    record,
    // Nobody works at this computer.
    idleMs: () => 3_600_000,
    restart,
    exit: () => void exits.push('exit'),
    log: () => log,
  }
  const open = () => {
    const made = createInstaller(host)
    if (made === 'package') throw new Error('This program cannot be replaced.')
    return made
  }
  let made = open()
  const update: Update = {
    version: '0.2.0',
    notes: '',
    expires: '2099-01-01T00:00:00Z',
    file: describeFile(next, 'linux-x64', Buffer.from(program)),
  }
  const publish = (changed: Partial<UpdateList> = {}): void => {
    const { version, notes, expires, file } = update
    files.set('stable.json', publisher.write({ version, notes, expires, files: [file], ...changed }))
  }
  publish()
  const progress: number[] = []
  const releases: string[] = []
  return {
    installer: made.installer,
    install: (one: Update, restarts: boolean) =>
      made.install(
        one,
        () => restarts,
        () => releases.push(existsSync(place) ? readFileSync(place, 'utf8') : 'nothing'),
      ),
    /** What the program's file was whenever a second Setdesk could have been started. */
    releases,
    /** Forgets what this process knows of the download, as a new start does. */
    startAnew: () => void (made = open()),
    folder,
    dataFolder,
    place,
    server,
    files,
    record,
    log,
    publisher,
    publish,
    exits,
    update,
    progress,
    cache: join(folder, 'cache', 'setdesk-updater', 'pending'),
    download: (changed: Partial<Update> = {}, signal = new AbortController().signal) =>
      made.installer.download(
        { ...update, ...changed },
        { route: {}, signal, onProgress: (percent) => progress.push(percent) },
      ),
    /** What was started since, one line per start. */
    starts: (): readonly string[] => (existsSync(starts) ? readFileSync(starts, 'utf8').trimEnd().split('\n') : []),
  }
}
