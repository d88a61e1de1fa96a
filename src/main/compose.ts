import type { Snapshot } from '../shared/bridge/snapshot.ts'
import { errorName, succeed } from '../shared/result.ts'
import type { App, Handlers } from './app.ts'
import { activationHandlers } from './handlers/activation/activation-handlers.ts'
import { activityHandlers, createTrailExport, statisticsHandlers } from './handlers/activity/activity-handlers.ts'
import { createPause, jobHandlers } from './handlers/queue/job-handlers.ts'
import {
  countUnsent,
  createEvents,
  createHostHandlers,
  createOffers,
  takeSnapshot,
} from './handlers/app/app-handlers.ts'
import { createTechnicianHandlers } from './handlers/who/technician-handlers.ts'
import { createPolicy, type PolicyKeeper } from './handlers/policy/policy-in-force.ts'
import { guardByPolicy, guardByRoom } from './handlers/policy/guards.ts'
import { createUpdateParts } from './handlers/app/update-parts.ts'
import { createVaultHandlers } from './handlers/app/vault-handlers.ts'
import { createWho, hideWork, type Who } from './handlers/who/who.ts'
import { bulkHandlers, createBulkSave } from './handlers/bulk/bulk-handlers.ts'
import { createConnectionHandlers } from './handlers/connections/connection-handlers.ts'
import { finishConnectionErasures } from './handlers/connections/erase-connection.ts'
import { createTraining, trainingId } from './handlers/connections/training.ts'
import { consoleHandlers, createFieldMappingSave, fieldMappingHandlers } from './handlers/console/console-handlers.ts'
import { customerHandlers } from './handlers/customers/customer-handlers.ts'
import { customerListHandlers } from './handlers/customers/customer-list-handlers.ts'
import { hostnameHandlers } from './handlers/hostnames/hostname-handlers.ts'
import { scanBatchHandlers } from './handlers/hostnames/scan-batches.ts'
import { createFleetHandlers } from './handlers/fleet/fleet-handlers.ts'
import { createDocumentTaker } from './handlers/fleet/take-document.ts'
import { createHousekeeping, type Housekeeping } from './handlers/maintenance/housekeeping.ts'
import { createMaintenanceHandlers } from './handlers/maintenance/maintenance-handlers.ts'
import { createBackups } from './handlers/session/backups.ts'
import { createSessions, inSession } from './handlers/session/sessions.ts'
import { createSettings } from './handlers/session/settings-repository.ts'
import type { Ports } from './ports.ts'
import { createVault } from './vault/vault.ts'

/** Builds the app from the ports of its host. This is the only composition root. It depends neither on Electron nor on HTTP. */
export function compose(ports: Ports): App {
  let isStopped = false
  const events = createEvents(ports.clock, () => readSnapshot())
  const vault = createVault({
    folder: ports.dataFolder,
    keyStore: ports.keyStore,
    random: ports.random,
    hasSealedWork: () => sessions.hasSealedWork(),
  })
  const settings = createSettings(
    ports.settings,
    events.changed,
    () => who.name(),
    () => policy.view(),
  )
  const jobChanged = (id: string): void => {
    events.jobChanged(id)
    housekeeping.noteChange()
  }
  const backups = createBackups(ports, settings, vault)
  const shared = { ports, vault, settings, backups, onChange: events.changed }
  const sessions = createSessions({
    ...shared,
    isPaused: () => pause.isPaused() || update.isHeld(),
    jobChanged,
    anyJobChanged: () => events.anyChanged(),
    fleetChanged: (station) => events.fleetChanged(station),
    onReopened: () => noteWork(),
    // `documents` is created below, because it needs the sessions. These two functions are called only after `documents` exists.
    documents: { acceptedKey: () => documents.acceptedKey(), take: (one) => documents.take(one) },
  })
  const parts = { ...shared, sessions }
  const pause = createPause(parts)
  const housekeeping: Housekeeping = createHousekeeping({ ...parts, jobChanged })
  const policy: PolicyKeeper = createPolicy(parts)
  const update = createUpdateParts({ ...parts, policy })
  const { updates } = update
  const noteWork = (): void => updates.noteWork(sessions.trouble() === undefined)
  const documents = createDocumentTaker({ ...parts, policy, isInUse: update.isInUse })
  const who: Who = createWho({ ...parts, onSignIn: () => events.anyChanged() })
  const training = createTraining(ports.dataFolder, ports.log)
  ports.speakAs?.(settings.preferences().language)
  const offers = createOffers(events.changed)
  const sources = {
    ...parts,
    who,
    policy,
    housekeeping,
    training,
    updates,
    isPaused: pause.isPaused,
    linkedBox: offers.linkedBox,
    openedFile: offers.openedFile,
  }
  const readSnapshot = (): Snapshot => {
    const snapshot = takeSnapshot(sources)
    return snapshot.who.state === 'signed-out' ? hideWork(snapshot) : snapshot
  }

  const forget = (): void => {
    who.forget()
    pause.forget()
  }

  const all: Handlers = {
    'app.snapshot': async () => succeed(readSnapshot()),
    'preferences.save': who.savePreferences,
    ...createHostHandlers(ports),
    ...offers.handlers,
    ...pause.handlers,
    ...createVaultHandlers({
      ...parts,
      clock: ports.clock,
      onPassphraseChanged: () => who.note('passphrase-changed', settings.preferences().technician),
    }),
    ...createTechnicianHandlers({ ports, who, sessions }),
    ...update.handlers,
    'activity.export-trail': createTrailExport(sessions),
    ...createConnectionHandlers({ ...parts, training, policy, who, isSupervisor: who.supervises }),
    ...createMaintenanceHandlers({
      ...parts,
      training,
      isSupervisor: who.supervises,
      forget,
      isPaused: pause.isPaused,
    }),
    ...createFleetHandlers({ ...parts, isSupervisor: who.supervises, technicians: () => who.view().technicians }),
    'bulk.save': createBulkSave(sessions),
    'field-mapping.save': createFieldMappingSave(sessions),
    ...inSession(sessions, {
      ...activationHandlers,
      ...activityHandlers,
      ...statisticsHandlers,
      ...jobHandlers,
      ...bulkHandlers,
      ...consoleHandlers,
      ...fieldMappingHandlers,
      ...customerHandlers,
      ...customerListHandlers,
      ...hostnameHandlers,
      ...scanBatchHandlers,
    }),
  }
  const permitted = guardByPolicy(all, () => ({ policy: policy.rules(), settings, who }))
  const handlers = update.watch(guardByRoom(who.guard(permitted), ports.log))

  /** Restarts the sandbox and stores its address in the training connection, because the address is new after each start. */
  const resumeTraining = async (): Promise<void> => {
    const connection = settings.connection(trainingId)
    if (connection === undefined) return
    try {
      const { url } = await training.start()
      if (url !== connection.baseUrl) settings.placeTraining(trainingId, url)
    } catch (error) {
      // A sandbox that does not start must not block real work.
      ports.log.problem('training-platform', { kind: errorName(error) })
    }
  }

  return {
    handlers,
    offerBox: offers.offerBox,
    offerFile: offers.offerFile,
    offered: () => ({ box: offers.linkedBox(), file: offers.openedFile() }),
    listen: (listener) =>
      events.listen((event) => {
        // A locked page learns nothing about jobs. Only the supervisor's page learns about the fleet.
        if (event.name === 'job-changed' && who.isShut()) return
        if (event.name === 'fleet-changed' && (who.isShut() || !who.supervises())) return
        listener(event)
      }),
    async start() {
      await sessions.openFile()
      await finishConnectionErasures({ ...parts, training }).catch((error: unknown) =>
        ports.log.problem('erasure', { kind: errorName(error) }),
      )
      await vault.open()
      // If the user closed the window while the system asked for a password, nothing more is started.
      if (isStopped) return
      await resumeTraining()
      await sessions.refresh()
      housekeeping.start()
      noteWork()
      updates.start()
    },
    async stop() {
      isStopped = true
      who.stop()
      updates.stop()
      housekeeping.stop()
      await sessions.close()
      await training.stop()
    },
    lock: who.signOut,
    unsent: () => countUnsent(sources),
    readyUpdate: updates.readyAtEnd,
  }
}
