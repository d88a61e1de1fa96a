import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { StoredList } from '../../../../shared/bridge/bulk-channels.ts'
import { defined } from '../../../../shared/defined.ts'
import {
  beginRules,
  type BulkState,
  type BulkStoreDeps,
  countUnsaved,
  type ListOrigin,
  type NamedList,
  noFixes,
  noList,
  rulesAfter,
  saveRows,
  type Saving,
  unchecked,
} from './bulk-state.ts'
import { createCorrections } from './corrections.ts'
import type { Encoding } from '../../../../shared/decode-text.ts'
import { readIfPossible } from '../maintenance/file-text.ts'
import { type BulkKind, listColumnsOf } from './list/bulk-fields.ts'
import { countParts, largestBulkFile, nextTurn, toCells, toRows } from './list/parse-table.ts'
import { type ListClient, readAllRows } from './list/list-client.ts'
import type { CheckProgress } from './list/list-reader.ts'
import type { RowRules } from './list/read-row.ts'
import {
  countSaved,
  createListKeeper,
  findSavedLines,
  digestWork,
  fetchList,
  readStoredFixes,
  readStoredRules,
  savedBeforeOf,
  writeStoredList,
} from './stored-list.ts'

/** The shortest time between two drawings of the progress of a save, in milliseconds. A piece of a list is often saved in less time. */
const shownEvery = 200

export type BulkStore = ReturnType<typeof createBulkStore>

export interface Bulk extends BulkState, Omit<BulkStore, keyof StoreApi<BulkState> | 'come' | 'leave'> {
  /** The number of good rows that no save has handled yet, because the rows were corrected later or the save stopped early. */
  readonly unsaved: number
}

export interface ListPartProps {
  readonly bulk: Bulk
  readonly list: NamedList
}

/** The largest number of bad rows on screen. The exported file has all bad rows. */
const shownBad = 100

/** Creates the store for the list of one connection. A worker reads the list, and the main process saves its rows as jobs. */
export function createBulkStore({ bridge, connectionId, connection, createClient, patterns, language }: BulkStoreDeps) {
  const store = createStore<BulkState>(() => noList)
  const fixes = createStore(() => noFixes)
  /** The number of rows checked so far. This number is separate from the state, so that a long check does not render the whole screen. */
  const meter = createStore(() => 0)
  const { getState: now, setState: set } = store
  const keeper = createListKeeper(bridge, connectionId, (trouble) => {
    if (now().trouble !== trouble) set({ trouble })
  })
  let client: ListClient | undefined
  let origin: ListOrigin | undefined
  /** Increases when work in progress becomes obsolete. */
  let generation = 0
  /** Increases when a list is opened or put away. */
  let turns = 0
  let isStopped = false
  let isHere = false
  let saved: Promise<void> = Promise.resolve()
  /** The lines of a batch that were jobs before the first save here. Such a job may have other values, or be dropped. */
  let former: { readonly batch: string; readonly lines: ReadonlySet<number> } | undefined
  /** The generation of the running save. */
  let savingIn: number | undefined

  const reader = (): ListClient => (client ??= createClient())
  const endClient = (): void => {
    const ending = client
    client = undefined
    ending?.end()
  }
  /** Gives unsaved rows back to the previous scan batch. Then sets the scan batch of the new list, if the list has one. */
  const comeFrom = (from: ListOrigin | undefined): void => {
    if (origin !== from) origin?.giveBack()
    origin = from
  }
  const forgetCheck = (): void => {
    generation += 1
    set(unchecked)
  }
  const putAway = (from?: ListOrigin): void => {
    turns += 1
    forgetCheck()
    comeFrom(from)
    fixes.setState(noFixes)
    set({ list: undefined, coming: undefined })
  }
  /**
   * Runs work that uses the worker. If the worker fails, the worker and the list are dropped, and the next list starts a new worker. If the
   * worker was ended on purpose, the failure of its work is ignored.
   */
  const guard = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch {
      if (client === undefined) return
      endClient()
      keeper.rest()
      putAway()
      set({ isBroken: true })
    }
  }
  const findBatch = async (list: NamedList): Promise<Reply<Response<'bulk.find'>>> => {
    return await bridge.call('bulk.find', { connectionId, digest: await digestWork(list, now().rules) })
  }
  // The list on screen may have been read again in another encoding since it was opened.
  const keptNow = (list: NamedList) => () => writeStoredList(now().list ?? list, now(), fixes.getState())
  const rulesNow = (): RowRules => ({ ...now().rules, patterns: patterns?.() ?? [] })
  const setRules = (change: Partial<RowRules>): void => {
    forgetCheck()
    void client?.stop()
    set({ rules: { ...now().rules, ...change } })
    keeper.change()
  }

  const countLost = (): number => (origin === undefined ? countUnsaved(now()) : 0)

  const readFaults = async (): Promise<Pick<BulkState, 'bad' | 'groups'>> => ({
    bad: await reader().badRows(0, shownBad),
    groups: await reader().faultGroups(),
  })
  const checkNow = async (list: NamedList, mine: number): Promise<Response<'bulk.find'> | undefined> => {
    const settings = connection()
    if (settings === undefined) return undefined
    set({ isChecking: true })
    meter.setState(0)
    const last = await reader().check(rulesNow(), settings, ({ checked }) => {
      if (mine === generation) meter.setState(checked)
    })
    const [found, shown] = [await findBatch(list), await readFaults()]
    if (mine !== generation) return undefined
    set({ progress: last, ...shown, isChecking: false })
    return found.ok ? found.value : undefined
  }
  const check = async (): Promise<void> => {
    const { list } = now()
    if (list === undefined) return
    forgetCheck()
    const mine = generation
    await guard(async () => {
      const checking = checkNow(list, mine)
      keeper.change()
      const found = await checking
      if (mine === generation) set({ savedBefore: savedBeforeOf(found) })
    })
  }
  const show = (saving: Saving | undefined): void => {
    set({ saving })
    // Intermediate progress is not stored, because the saved jobs show that progress.
    if (saving === undefined || saving.isOver || saving.seen === 0) keeper.change()
  }
  /**
   * Called after a save. Does nothing while any row is bad or not handled yet. Finishes the scan batch if every row was saved or is in
   * other work on this computer. Forgets the stored list if every row was saved.
   */
  const finishIfDone = ({ good, bad }: CheckProgress, { seen, left }: Saving): void => {
    if (seen < good || bad > 0) return
    if (left.every(({ code }) => code !== 'bad-request')) origin?.finish()
    if (left.length === 0) keeper.forget()
  }
  /** Counts the rows of a batch that are jobs. Undefined if the ledger could not be read. `shown`: what the screen then shows of the list. */
  const recount = async (last: Pick<Saving, 'batch' | 'left'>) => {
    const lines = former?.batch === last.batch ? former.lines : new Set<number>()
    const counted = await countSaved(bridge, reader(), last, lines)
    return counted && { ...counted, shown: { progress: counted.progress, ...(await readFaults()) } }
  }
  const saveGood = async (evenIfKnown: boolean): Promise<void> => {
    const { list, progress, saving } = now()
    if (list === undefined || progress === undefined) return
    const mine = generation
    set({ error: undefined })
    const found = await findBatch(list)
    if (!found.ok) return set({ error: found.error })
    const { batch } = found.value
    if (former?.batch !== batch) {
      const lines = found.value.saved > 0 ? await findSavedLines(bridge, batch) : []
      former = lines && { batch, lines: new Set(lines) }
    }
    const none = { batch, seen: 0, saved: 0, left: [], isOver: false }
    let last: Saving = { ...(evenIfKnown ? none : (saving ?? none)), batch, total: progress.good }
    isStopped = false
    let shownAt = -Infinity
    const failed = await saveRows(last, {
      goodRows: async (from, count) => {
        const rows = await reader().goodRows(from, count)
        // The present task has handled the worker's answer. The call is made in the next task, so that both tasks are short.
        await nextTurn()
        return rows
      },
      save: ({ text }) => bridge.call('bulk.save', { connectionId, batch, evenIfKnown, rows: text }),
      isStopped: () => isStopped || mine !== generation || connection() === undefined,
      show: (saving) => {
        last = saving
        if (mine !== generation || saving.isOver || performance.now() - shownAt < shownEvery) return
        shownAt = performance.now()
        show(saving)
      },
      settle: (lines) => origin?.settle(lines),
    })
    if (mine !== generation) return
    // Such a save has not counted all rows that are saved. In any other save, the rows from `seen` on are not handled.
    const isUncounted = last.seen < last.total && (failed !== undefined || evenIfKnown)
    const counted = isUncounted ? await recount(last) : undefined
    if (mine !== generation) return
    if (counted !== undefined) origin?.settle(counted.lines)
    const ended = counted?.saving ?? last
    set({ error: failed, ...counted?.shown })
    show(failed !== undefined && ended.seen === 0 ? undefined : ended)
    finishIfDone(now().progress ?? progress, ended)
  }

  /** Restores a stored list: first its bytes, then its columns and corrections, then the stage that it had reached. */
  const bring = async (kept: StoredList): Promise<void> => {
    const mine = generation
    const reply = await fetchList(bridge, reader(), connectionId, kept)
    if (mine !== generation) return
    if (!reply.ok) return set({ coming: undefined, error: reply.error })
    const opened = reply.value
    if (!opened.ok || opened.digest !== kept.digest) {
      keeper.forget()
      return set({ coming: undefined, isBroken: true })
    }
    const list = { ...opened, name: kept.name, parts: kept.parts }
    fixes.setState(readStoredFixes(kept))
    set({ list, rules: readStoredRules(kept) })
    keeper.goOn(keptNow(list), kept.mark)
    if (kept.stage === 'columns') return set({ coming: undefined })
    const found = await checkNow(list, mine)
    if (mine === generation) await goOnFrom(kept.stage, found)
  }
  /** Continues a restored list at its stage. The batch of saved jobs shows which rows are already jobs. */
  const goOnFrom = async (stage: 'checked' | 'saved', found: Response<'bulk.find'> | undefined): Promise<void> => {
    const mine = generation
    const isSaved = stage === 'saved' && found !== undefined && found.saved > 0
    const counted = isSaved ? await recount({ batch: found.batch, left: [] }) : undefined
    if (mine !== generation) return
    if (counted === undefined) return set({ coming: undefined, savedBefore: savedBeforeOf(found) })
    former = { batch: counted.saving.batch, lines: new Set() }
    set({ coming: undefined, ...counted.shown, saving: counted.saving })
    finishIfDone(counted.shown.progress, counted.saving)
  }
  const bringKept = async (): Promise<void> => {
    // A purpose that is chosen meanwhile belongs to no list, so it does not keep the stored list away.
    const turn = turns
    const isTaken = (): boolean => turn !== turns || now().list !== undefined || now().coming !== undefined
    if (isTaken()) return
    const reply = await bridge.call('list.read', { connectionId })
    if (isTaken()) return
    if (!reply.ok) return set({ error: reply.error })
    const { list } = reply.value
    if (list === undefined) return
    set({ coming: list.name })
    await guard(() => bring(list))
  }
  /** Reports that the chosen file is not a list, and shows the stored list again. */
  const refuse = async (refusal: NonNullable<BulkState['refusal']>): Promise<void> => {
    comeFrom(undefined)
    set({ refusal })
    await bringKept()
  }

  return {
    ...store,
    meter,
    fixes,
    /** Called when the screen opens. Loads a stored list. */
    async come(): Promise<void> {
      isHere = true
      await bringKept()
    },
    /** Called when the screen closes. Waits for a running save. The list stays stored, and a scan batch gets unsaved rows back. */
    async leave(): Promise<void> {
      isHere = false
      await saved
      if (origin === undefined) await keeper.settled()
      // A list that could not be stored exists only in this store, so the list stays open.
      if (isHere || now().trouble !== undefined) return
      endClient()
      keeper.rest()
      putAway()
      set(noList)
    },
    setKind: (kind: BulkKind): void => {
      const { list, rules } = now()
      const common = defined({ hostname: rules.common.hostname })
      setRules({ kind, common, columns: list === undefined ? [] : listColumnsOf(list, kind) })
    },
    setRules,
    async open(name: string, file: Blob, from?: ListOrigin): Promise<void> {
      const turn = (turns += 1)
      const isTooLarge = file.size > largestBulkFile
      const content = isTooLarge ? undefined : await readIfPossible(file.arrayBuffer())
      if (turn !== turns) return from?.giveBack()
      // The list on screen stays if the file cannot take its place.
      if (content === undefined)
        return set({ refusal: { ok: false, problem: isTooLarge ? 'too-large' : 'unreadable', name } })
      keeper.rest()
      putAway(from)
      set({ isBroken: false })
      const mine = generation
      const bytes = new Uint8Array(content)
      await guard(async () => {
        const opened = await reader().open(bytes, { language: language?.() })
        if (mine !== generation) return
        if (!opened.ok) return await refuse({ ...opened, name })
        const list = { ...opened, name, parts: countParts(file.size) }
        set({ refusal: undefined, list, rules: beginRules(now().rules, list, connection()) })
        // A list from a scan batch is not stored as a list, because the scan batch itself stays stored until the rows are saved.
        if (from === undefined) keeper.begin(keptNow(list), (part) => reader().part(part))
        else keeper.forget()
      })
    },
    /** Reads the open file again in another encoding, and leaves the check to the user. Corrections stay. */
    readAs: (encoding: Encoding): Promise<void> =>
      guard(async () => {
        const turn = turns
        const sent = fixes.getState().typed
        const again = await reader().reread(encoding, toRows(sent))
        const { list, rules } = now()
        if (turn !== turns || list === undefined) return
        if (!again.opened.ok) return set({ refusal: { ...again.opened, name: list.name } })
        const reread = { ...list, ...again.opened }
        forgetCheck()
        const typedSince = [...fixes.getState().typed].filter(([line, cells]) => sent.get(line) !== cells)
        fixes.setState({ typed: new Map([...toCells(again.typed), ...typedSince]), mended: toCells(again.mended) })
        set({ refusal: undefined, list: reread, rules: rulesAfter(rules, list, reread) })
        keeper.change()
      }),
    close: (): void => {
      keeper.forget()
      putAway()
      set({ refusal: undefined })
    },
    /** The number of rows that are lost if the list is closed now. Rows of a scan batch are not lost: they go back to the batch. */
    countLost,
    /** The number of rows that are lost if another list is opened. None if no row was corrected, because the file can be opened again. */
    countLostToAnother: (): number => {
      const { typed, mended } = fixes.getState()
      return typed.size + mended.size === 0 ? 0 : countLost()
    },
    check,
    /** Stops the check. A save stops once the pieces that were already sent are saved. */
    stop: (): void => {
      isStopped = true
      if (now().saving !== undefined) return
      generation += 1
      set({ coming: undefined, isChecking: false, progress: undefined })
      void client?.stop()
      keeper.change()
    },
    ...createCorrections({ store, fixes, reader, readFaults, guard, change: keeper.change }),
    /**
     * Saves the good rows that no save has handled yet. With `evenIfKnown`, all good rows are handled again. A call while a save of this list
     * is running only waits for that save.
     */
    async save(evenIfKnown: boolean): Promise<void> {
      const mine = generation
      if (savingIn === mine) return await saved
      savingIn = mine
      saved = guard(() => saveGood(evenIfKnown))
      await saved
      if (savingIn === mine) savingIn = undefined
    },
    allBad: () => readAllRows(reader().badRows),
  }
}
