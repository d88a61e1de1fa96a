import { expect } from 'vitest'
import type { Clock } from '../../../src/main/ports.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import { updateTimes } from '../../../src/main/updates/updates.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { UpdateStatus } from '../../../src/shared/domain/update.ts'
import { connect, openApp } from '../../fakes/test-app.ts'
import { passphrase } from '../maintenance/work.ts'
import { openInstaller } from './open-installer.ts'

/** So much faster than the real clock. */
const haste = 100

/** A clock on which everything happens sooner, in the same order. `looks`: how often updates have looked for what is in the way. */
function createFastClock(): Clock & { readonly looks: () => number } {
  const real = createSystemClock()
  const start = real.now()
  let looks = 0
  return {
    now: () => start + (real.now() - start) * haste,
    elapsed: () => real.elapsed() * haste,
    after(ms, action) {
      if (ms === updateTimes.look || ms === updateTimes.lookIfAsked) looks += 1
      return real.after(ms / haste, action)
    },
    looks: () => looks,
  }
}

/** An installed Setdesk 0.1.0 with a connection to the training platform, for which 0.2.0 is published. */
export async function openStation(platform: Sandbox, changed: Partial<Connection> = {}) {
  const happened: string[] = []
  const ended = Promise.withResolvers<'done' | 'ends' | false>()
  const clock = createFastClock()
  const computer = await openInstaller({
    restart: () => {
      happened.push('restart')
      void end(true)
    },
  })
  const app = await openApp(computer.dataFolder, { version: '0.1.0', clock, installer: computer.installer })
  await app.call('vault.protect', { passphrase })
  const connection = await connect(app, platform, changed)
  /** Ends Setdesk as its host does: the installer is the last one to act. */
  const end = async (restarts: boolean): Promise<void> => {
    await app.stop()
    happened.push('stopped')
    const update = app.app.readyUpdate()
    const result = update === undefined ? false : await computer.install(update, restarts)
    happened.push('installed')
    // The new version runs on its own: it has to be past its first line before its folder is removed.
    if (restarts && result === 'done') await expect.poll(computer.starts).not.toEqual([])
    ended.resolve(result)
  }
  const status = async (): Promise<UpdateStatus> => (await app.call('app.snapshot', {})).update.status
  return {
    ...computer,
    app,
    connection,
    happened,
    end,
    /** What the installer answered. */
    ended: ended.promise,
    status,
    /** Waits until a version is ready and waits for this. */
    waitsFor: (waitsFor: string) => expect.poll(status).toMatchObject({ state: 'ready', waitsFor }),
    /** Waits until updates have looked so often again for what is in the way. */
    async pass(looks: number) {
      const until = clock.looks() + looks
      await expect.poll(clock.looks).toBeGreaterThanOrEqual(until)
    },
    /** The same folder in the process of the version that was installed. */
    async openNext(version = '0.2.0') {
      const trial = computer.record.noteStart(version)
      const next = await openApp(computer.dataFolder, { version, installer: computer.installer })
      await next.call('vault.unlock', { passphrase })
      return { next, trial }
    },
  }
}
