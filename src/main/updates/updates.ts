import type { Exchange, Route, Transport } from '../../platform/transport/exchange.ts'
import { defined } from '../../shared/defined.ts'
import { errorName } from '../../shared/result.ts'
import type { Update, UpdateRing, UpdateStatus, UpdateView } from '../../shared/domain/update.ts'
import type { Installer, Ports } from '../ports.ts'
import { isDiskFull } from '../storage/files.ts'
import { compareVersions, decideOffer, isExpired, readSignedList } from './signed-list.ts'
import type { UpdateRecord } from './update-record.ts'

/** The times of checks and waits, in milliseconds. */
export const updateTimes = {
  /** From the start to the first check for versions. The check comes later than the first screen and the first jobs. */
  first: 60_000,
  /** Between two checks. Each wait is up to a tenth longer, at random, so that computers do not all check at once. */
  every: 6 * 3_600_000,
  /** Between two checks after a failed check, or while the policy is locked. */
  retry: 900_000,
  /** Between two checks of whether anything blocks the installation of a ready version. */
  look: 4000,
  /** Between two checks of whether anything blocks a ready version, after a technician asked for the installation. */
  lookIfAsked: 250,
  /** After this long without a key press or mouse movement, no technician is working at this computer. */
  quiet: 120_000,
  list: 30_000,
  /** The longest download. Until a download has ended, no newer list is read. */
  download: 24 * 3_600_000,
  /** From the call for a restart to the time when Setdesk should have ended. If it has not ended by then, sending continues. */
  restart: 90_000,
}

export interface UpdateSurroundings {
  /** The operator's ring for this computer. `none`: no updates. `locked`: the policy cannot be read now. */
  readonly rule: () => UpdateRing | 'none' | 'locked'
  readonly installation: () => string | undefined
  /** The active connection's route to its platform. Updates use the same route. */
  readonly route: () => Route
  /** What an installation would interrupt, if anything. `quiet`: a screen was used a moment ago, and its user may continue. */
  readonly inTheWay: () => 'work' | 'form' | 'quiet' | undefined
  /** Starts or ends a pause in which no further job begins. Jobs that are being sent continue. */
  readonly hold: (isHeld: boolean) => void
}

interface UpdatesDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'log' | 'version' | 'installer'> & { readonly transport: Transport }
  readonly record: UpdateRecord
  readonly surroundings: UpdateSurroundings
  readonly onChange: () => void
  readonly times?: typeof updateTimes
}

export type Updates = ReturnType<typeof createUpdates>

/**
 * Checks for new versions, downloads them, and has them installed when nothing is in the way. A job that is being sent is never
 * interrupted: no further job begins, and the installer is called only when no job is being sent.
 */
export function createUpdates({ ports, record, surroundings, onChange, times = updateTimes }: UpdatesDeps) {
  const { clock, random, log, version } = ports
  const installer: Installer | undefined = typeof ports.installer === 'object' ? ports.installer : undefined
  const ending = new AbortController()
  let status: UpdateStatus = firstStatus(ports.installer)
  let ready: Update | undefined
  let isAsked = false
  let isRestarting = false
  let checkedAt: number | undefined
  let cancelCheck: (() => void) | undefined
  let cancelLook: (() => void) | undefined
  let checking: Promise<void> | undefined

  /** The version that failed here. Undefined once this version is later, because a person installed it. */
  const readFailed = () => {
    const { failed: noted } = installer === undefined ? {} : record.read()
    return noted !== undefined && compareVersions(noted.version, version) > 0 ? noted : undefined
  }
  let failed = readFailed()
  const beginnings = { page: false, work: false }

  const isOff = (): boolean => installer === undefined || status.state === 'not-set-up'
  const show = (next: UpdateStatus): void => {
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    onChange()
  }
  const dropReady = (): void => {
    ready = undefined
    isAsked = false
    cancelLook?.()
    surroundings.hold(false)
  }
  /** Whether an update may still be installed. After its download it may expire, or the policy may forbid it. */
  const isAllowed = (update: Update): boolean =>
    !isExpired(update, clock.now()) && !['none', 'locked'].includes(surroundings.rule())

  const look = (): void => {
    cancelLook?.()
    if (installer === undefined || ready === undefined || isRestarting || ending.signal.aborted) return
    if (!isAllowed(ready)) {
      dropReady()
      return void check()
    }
    const waitsFor = whatIsAwaited(installer)
    const { version: next, notes } = ready
    show({
      state: 'ready',
      version: next,
      notes,
      waitsFor: waitsFor ?? 'quiet',
      isAsked: isAsked || waitsFor === undefined,
    })
    if (waitsFor === undefined) {
      isRestarting = true
      log.info('update.installing', { version: ready.version })
      surroundings.hold(true)
      cancelLook = clock.after(times.restart, giveUpRestart)
      return installer.restart()
    }
    cancelLook = clock.after(isAsked ? times.lookIfAsked : times.look, look)
  }
  const giveUpRestart = (): void => {
    log.problem('update.not-ended')
    isRestarting = false
    isAsked = false
    surroundings.hold(false)
    schedule(times.retry)
    look()
  }
  const whatIsAwaited = (host: Installer): 'work' | 'form' | 'quiet' | 'closing' | undefined => {
    if (!host.canStartAgain) return 'closing'
    // After this call no further job begins, so the wait comes to an end.
    if (isAsked) surroundings.hold(true)
    const inTheWay = surroundings.inTheWay()
    if (isAsked) return inTheWay === 'work' ? 'work' : undefined
    return inTheWay ?? (host.idleMs() < times.quiet ? 'quiet' : undefined)
  }

  const checkAll = async (host: Installer): Promise<void> => {
    const rule = surroundings.rule()
    if (rule === 'none' || rule === 'locked') {
      dropReady()
      return show({ state: rule === 'none' ? 'forbidden' : 'locked' })
    }
    if (ready === undefined) show({ state: 'checking' })
    const { address, channel, keys } = host.feed
    const answer = await ports.transport.exchange({
      method: 'GET',
      url: new URL(`${channel}.json`, address.replace(/\/?$/, '/')),
      changes: false,
      timeoutMs: times.list,
      route: surroundings.route(),
      signal: ending.signal,
    })
    // The version is being installed meanwhile. The next start reads the list again.
    if (isRestarting) return
    const failure = failureOf(answer)
    if (answer.reach !== 'answered' || failure !== undefined) {
      // A ready version stays ready, because it was verified and has its own expiry.
      if (ready === undefined) show({ state: 'not-reached', failure: failure ?? 'not-http' })
      return
    }
    const { serial } = record.read()
    const reading = readSignedList(answer.text, { keys, channel, serial, now: clock.now() })
    if (!reading.ok) {
      log.problem('update.refused', { refusal: reading.error })
      if (ready === undefined) show({ state: 'refused', refusal: reading.error })
      return
    }
    record.noteSerial(reading.value.serial)
    checkedAt = clock.now()
    const { systems } = host
    const installation = surroundings.installation()
    const offer = decideOffer(reading.value, { version, systems, ring: rule, installation, failed })
    if (offer.is !== 'update') {
      dropReady()
      if (offer.is === 'refused') log.problem('update.refused', { refusal: offer.refusal, version: offer.version })
      return show(statusOf(offer))
    }
    if (ready?.file.sha512 === offer.update.file.sha512) {
      ready = offer.update
      return look()
    }
    dropReady()
    await download(host, offer.update)
  }
  const download = async (host: Installer, update: Update): Promise<void> => {
    const onProgress = (percent: number): void => show({ state: 'downloading', version: update.version, percent })
    onProgress(0)
    const route = surroundings.route()
    const tooLong = new AbortController()
    const cancelTimeout = clock.after(times.download, () => tooLong.abort())
    const signal = AbortSignal.any([ending.signal, tooLong.signal])
    const done = await host.download(update, { route, signal, onProgress })
    cancelTimeout()
    if (ending.signal.aborted) return
    if (!done.ok) {
      const failure = tooLong.signal.aborted ? 'timed-out' : done.error
      log.problem('update.not-downloaded', { version: update.version, failure })
      const isChanged = done.error === 'changed-file'
      return show(
        isChanged
          ? { state: 'refused', refusal: 'changed-file', version: update.version }
          : { state: 'not-reached', failure },
      )
    }
    log.info('update.ready', { version: update.version })
    ready = update
    look()
  }
  /** Starts a check, or joins the check that is under way. Resolves when that check is over. */
  const check = (): Promise<void> => {
    if (installer === undefined || isOff() || isRestarting || ending.signal.aborted) return Promise.resolve()
    checking ??= checkAll(installer)
      .catch((error: unknown) => {
        log.problem('update.check', { kind: errorName(error) })
        show({ state: 'not-reached', failure: isDiskFull(error) ? 'no-room' : 'not-written' })
      })
      .finally(() => {
        checking = undefined
        const isSoon = status.state === 'locked' || status.state === 'not-reached'
        schedule(isSoon ? times.retry : times.every + random.below(Math.max(1, Math.floor(times.every / 10))))
      })
    return checking
  }
  /** Notes that the page is shown or the saved work is open. After both, a version on trial counts as usable. */
  const noteUsable = (half: keyof typeof beginnings): void => {
    if (beginnings[half]) return
    beginnings[half] = true
    // Setdesk in a browser uses no installed program, so it proves nothing about one.
    if (ports.installer === undefined || !beginnings.page || !beginnings.work) return
    record.confirm(version)
    failed = readFailed()
  }
  const schedule = (pause: number): void => {
    cancelCheck?.()
    if (!ending.signal.aborted) cancelCheck = clock.after(pause, () => void check())
  }

  return {
    start() {
      if (!isOff()) schedule(times.first)
    },
    stop() {
      ending.abort()
      cancelCheck?.()
      cancelLook?.()
    },
    isOff,
    check,
    /** Installs the ready version once no job and no call is in progress. False if none is ready, or if Setdesk cannot restart itself. */
    ask(): boolean {
      if (ready === undefined || installer?.canStartAgain !== true) return false
      isAsked = true
      look()
      return true
    },
    lookAgain: look,
    notePage: () => noteUsable('page'),
    noteWork(isOpen: boolean) {
      if (ports.installer === undefined) return
      if (record.noteWork(version, isOpen)) noteUsable('work')
    },
    /** The update to be installed when Setdesk ends for any reason. */
    readyAtEnd: (): Update | undefined => (ready !== undefined && isAllowed(ready) ? ready : undefined),
    view(): UpdateView {
      const takenBack = failed?.refusal === 'not-started' ? failed.version : undefined
      return { status, ...defined({ checkedAt, takenBack }) }
    },
  }
}

function firstStatus(installer: Ports['installer']): UpdateStatus {
  if (installer === undefined) return { state: 'elsewhere', by: 'browser' }
  if (typeof installer === 'string') return { state: 'elsewhere', by: installer }
  return { state: installer.feed.address === '' || installer.feed.keys.length === 0 ? 'not-set-up' : 'unknown' }
}

function failureOf(answer: Exchange): string | undefined {
  if (answer.reach !== 'answered') return answer.failure
  return answer.status === 200 ? undefined : `http-${answer.status}`
}

function statusOf(offer: Exclude<ReturnType<typeof decideOffer>, { readonly is: 'update' }>): UpdateStatus {
  switch (offer.is) {
    case 'current':
      return { state: 'current' }
    case 'later':
      return { state: 'later', version: offer.version }
    case 'refused':
      return { state: 'refused', refusal: offer.refusal, version: offer.version }
  }
}
