import { succeed } from '../shared/result.ts'
import type { App, Handlers } from './app.ts'
import { createActivationDesk } from './handlers/activation/activation.ts'
import { createActivityDesk } from './handlers/activity/activity.ts'
import { createBackups } from './handlers/session/backups.ts'
import { createBook } from './handlers/session/book.ts'
import { createBulkDesk } from './handlers/bulk/bulk.ts'
import { createConnectionDesk } from './handlers/connections/connection.ts'
import { createConsoleDesk } from './handlers/console/console.ts'
import { createCustomerDesk } from './handlers/customers/customers.ts'
import { createCustomersDesk } from './handlers/customers/customers-desk.ts'
import { createEvents } from './handlers/app/events.ts'
import { createHostnameDesk } from './handlers/hostnames/hostnames.ts'
import { createJobDesk } from './handlers/activity/jobs.ts'
import { createKeeper, type Keeper } from './handlers/maintenance/keeper.ts'
import { createKeepingDesk } from './handlers/maintenance/keeping.ts'
import { createKnownBoxDesk } from './handlers/activation/known-box.ts'
import { createOffice, done } from './handlers/session/office.ts'
import { createListDesk } from './handlers/bulk/lists.ts'
import { createPileDesk } from './handlers/hostnames/piles.ts'
import { problem } from './handlers/session/problem.ts'
import { countUnsent, takeSnapshot } from './handlers/app/snapshot.ts'
import { createTeachingDesk } from './handlers/console/teaching.ts'
import { createTaskDesk } from './handlers/activity/tasks.ts'
import { createTraining, trainingId } from './handlers/connections/training.ts'
import { createVaultDesk } from './handlers/app/vault.ts'
import type { Ports } from './ports.ts'
import { createVault } from './vault/vault.ts'

/** Builds the app from the ports of its host. The only composition root; it knows neither Electron nor HTTP. */
export function compose(ports: Ports): App {
  let isPaused = false
  let isStopped = false
  const events = createEvents(ports.clock, () => takeSnapshot(sources))
  const vault = createVault({ folder: ports.dataFolder, keyStore: ports.keyStore, random: ports.random })
  const book = createBook(ports.settings, events.changed)
  const onJob = (id: string): void => {
    events.jobChanged(id)
    keeper.noteChange()
  }
  const backups = createBackups({ ports, book })
  const isPausedNow = (): boolean => isPaused
  const onChange = events.changed
  const office = createOffice({ ports, vault, book, backups, isPaused: isPausedNow, onJob, onChange })
  const keeper: Keeper = createKeeper({ ports, book, office, backups, onChange })
  const training = createTraining(ports.dataFolder, ports.log)
  const sources = { ports, vault, book, office, keeper, isPaused: isPausedNow }
  const setPaused = (paused: boolean): void => {
    isPaused = paused
    office.applyPause()
    events.changed()
  }

  const handlers: Handlers = {
    'app.snapshot': async () => succeed(takeSnapshot(sources)),
    'preferences.save': async (changed) => {
      book.savePreferences(changed)
      return done
    },
    'clipboard.write': async ({ text }) => {
      if (ports.clipboard === undefined) return problem('not-allowed', 'The page writes to the clipboard itself here')
      await ports.clipboard.write(text)
      return done
    },
    'page.save-pdf': async ({ name }) => {
      if (ports.savePdf === undefined) return problem('not-allowed', "The browser's print dialog saves it here")
      try {
        return succeed({ isSaved: await ports.savePdf(name) })
      } catch (error) {
        ports.log.problem('save-pdf', { kind: error instanceof Error ? error.name : 'unknown' })
        return problem('file-not-written', 'The file could not be written')
      }
    },
    'app.restart': async () => {
      if (ports.restart === undefined) return problem('not-allowed', 'This host cannot start itself again')
      ports.restart()
      return done
    },
    ...createVaultDesk({ vault, office }),
    ...createConnectionDesk({ ports, book, vault, office, training }),
    ...createActivationDesk({ ports, book, vault, office, onJob }),
    ...createCustomerDesk({ book, office }),
    ...createCustomersDesk({ ports, book, office, vault }),
    ...createHostnameDesk({ ports, book, vault, office, onJob }),
    ...createActivityDesk({ ports, book, vault, office }),
    ...createConsoleDesk({ ports, book, vault, office, onJob }),
    ...createTeachingDesk({ ports, book, office }),
    ...createKnownBoxDesk({ ports, book, vault, office }),
    ...createBulkDesk({ ports, book, vault, office, onJob }),
    ...createPileDesk({ vault, office }),
    ...createListDesk({ ports, book, vault, office }),
    ...createTaskDesk({ ports, book, vault, office, onJob }),
    ...createJobDesk({ book, office, setPaused, onJob }),
    ...createKeepingDesk({ ports, vault, book, office, backups, onJob, onChange }),
  }

  /** The sandbox has a new address after each start. */
  const resumeTraining = async (): Promise<void> => {
    const connection = book.connection(trainingId)
    if (connection === undefined) return
    try {
      const { url } = await training.start()
      if (url !== connection.baseUrl) book.saveConnection({ ...connection, baseUrl: url })
    } catch (error) {
      // A sandbox that does not start must not block real work.
      ports.log.problem('training-platform', { kind: error instanceof Error ? error.name : 'unknown' })
    }
  }

  return {
    handlers,
    listen: events.listen,
    async start() {
      await office.openFile()
      await vault.open()
      // The window may have been closed while the system asked for a password.
      if (isStopped) return
      await resumeTraining()
      await office.refresh()
      keeper.start()
    },
    async stop() {
      isStopped = true
      keeper.stop()
      await office.close()
      await training.stop()
    },
    unsent: () => countUnsent(sources),
  }
}
