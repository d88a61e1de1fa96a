import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { mostRowsAtOnce } from '../../../../shared/bridge/bulk-channels.ts'
import type { Activation } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection.ts'
import { useDesk } from '../../state/desk.tsx'
import type { PileStore } from '../../state/pile-store.ts'
import { guessColumns, type BulkKind } from './bulk-fields.ts'
import type { BadRow } from './check-rows.ts'
import { createCheckMeter, type CheckMeter } from './check-meter.ts'
import { largestBulkFile } from './decode-text.ts'
import { digestOf } from './digest-of.ts'
import { createListClient, type ListClient } from './list-client.ts'
import type { CheckProgress, OpenedList } from './list-reader.ts'
import type { RowRules } from './read-row.ts'
import { saveRows, type Saving } from './save-rows.ts'

/** A list that was opened, with its name. */
export type NamedList = Extract<OpenedList, { ok: true }> & { readonly name: string }

/** Whoever had the rows before they were a list, and hears which of them are saved. */
export type ListOrigin = Pick<PileStore, 'settle' | 'finish' | 'giveBack'>

/** Rows of this very list that were saved at an earlier time: how many, and when the first. */
export interface SavedBefore {
  readonly count: number
  readonly at: number
}

/** A list on its way from a file to jobs. */
export interface Bulk {
  readonly list: NamedList | undefined
  readonly refusal: (Extract<OpenedList, { ok: false }> & { readonly name: string }) | undefined
  readonly rules: RowRules
  /** What came of the check; there once it is over. */
  readonly progress: CheckProgress | undefined
  readonly isChecking: boolean
  readonly meter: CheckMeter
  readonly bad: readonly BadRow[]
  readonly savedBefore: SavedBefore | undefined
  readonly saving: Saving | undefined
  /** Good rows that no save has seen: mended since the last one, or what it did not come to. */
  readonly unsaved: number
  readonly error: BridgeError | undefined
  readonly isBroken: boolean
  readonly setKind: (kind: BulkKind) => void
  readonly setRules: (change: Partial<RowRules>) => void
  readonly open: (name: string, bytes: Blob, from?: ListOrigin) => Promise<void>
  readonly close: () => void
  readonly check: () => Promise<void>
  /** Ends the check; or the saving, once what is on its way is saved. */
  readonly stop: () => void
  readonly mend: (row: BadRow, cells: readonly string[]) => Promise<void>
  /** Saves what is good and was not seen by a save yet; `evenIfKnown` goes over all of them again. */
  readonly save: (evenIfKnown: boolean) => Promise<void>
  readonly allBad: () => Promise<readonly BadRow[]>
}

/** So many rows with faults are on screen; all of them are in the file of faults. */
const shownBad = 100
const noRules: RowRules = { kind: 'hostname', columns: [], common: {}, completesMobiles: false }

/** The state of the screen for lists. What goes on in it goes on in a worker and on the other side of the bridge. */
export function useBulk(connection: Connection): Bulk {
  const { bridge } = useDesk()
  const client = useRef<ListClient>(undefined)
  const generation = useRef(0)
  const isStopped = useRef(false)
  const origin = useRef<ListOrigin>(undefined)
  const [list, setList] = useState<NamedList>()
  const [refusal, setRefusal] = useState<Bulk['refusal']>()
  const [rules, setRulesNow] = useState<RowRules>(noRules)
  const [progress, setProgress] = useState<CheckProgress>()
  const [isChecking, setChecking] = useState(false)
  const [meter] = useState(createCheckMeter)
  const [bad, setBad] = useState<readonly BadRow[]>([])
  const [savedBefore, setSavedBefore] = useState<SavedBefore>()
  const [saving, setSaving] = useState<Saving>()
  const [error, setError] = useState<BridgeError>()
  const [isBroken, setBroken] = useState(false)

  /** Another list takes this one's place, or none. */
  const comeFrom = (from: ListOrigin | undefined): void => {
    if (origin.current !== from) origin.current?.giveBack()
    origin.current = from
  }
  const end = useEffectEvent(() => {
    client.current?.end()
    client.current = undefined
    comeFrom(undefined)
  })
  useEffect(() => end, [])
  const reader = (): ListClient => (client.current ??= createListClient())

  const forgetCheck = (): void => {
    generation.current += 1
    setProgress(undefined)
    setChecking(false)
    setBad([])
    setSavedBefore(undefined)
    setSaving(undefined)
    setError(undefined)
  }
  const setRules = (change: Partial<RowRules>): void => {
    forgetCheck()
    void client.current?.stop()
    setRulesNow((now) => ({ ...now, ...change }))
  }
  /** A reader that broke down is given up: the next list gets another. */
  const guard = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch {
      client.current?.end()
      client.current = undefined
      forgetCheck()
      comeFrom(undefined)
      setList(undefined)
      setBroken(true)
    }
  }
  const findBatch = async (opened: NamedList): Promise<Reply<Response<'bulk.find'>>> => {
    const digest = await digestOf(new TextEncoder().encode(`${opened.digest} ${rules.kind}`))
    return await bridge.call('bulk.find', { digest })
  }
  const saveGood = async (evenIfKnown: boolean): Promise<void> => {
    if (list === undefined || progress === undefined) return
    const mine = generation.current
    setError(undefined)
    const found = await findBatch(list)
    if (!found.ok) return setError(found.error)
    const { batch } = found.value
    const none = { batch, seen: 0, saved: 0, left: [], isOver: false }
    let last: Saving = { ...(evenIfKnown ? none : (saving ?? none)), batch, total: progress.good }
    isStopped.current = false
    const failed = await saveRows(last, {
      goodRows: (from, count) => reader().goodRows(from, count),
      // A row that was checked has the shape of what is saved; main checks it again.
      save: (rows) =>
        bridge.call('bulk.save', {
          batch,
          rows: rows.map(({ line, intent }) => ({ line, intent: intent as Activation })),
          evenIfKnown,
        }),
      isStopped: () => isStopped.current || mine !== generation.current,
      show: (now) => {
        last = now
        if (mine === generation.current) setSaving(now)
      },
      settle: (lines) => origin.current?.settle(lines),
    })
    if (mine !== generation.current) return
    setError(failed)
    if (failed !== undefined && last.seen === 0) setSaving(undefined)
    const isAll = last.seen === progress.good && progress.bad === 0
    if (isAll && last.left.every(({ code }) => code !== 'bad-request')) origin.current?.finish()
  }

  return {
    list,
    refusal,
    rules,
    progress,
    isChecking,
    meter,
    bad,
    savedBefore,
    saving,
    unsaved: (progress?.good ?? 0) - (saving?.seen ?? 0),
    error,
    isBroken,
    setKind: (kind) => {
      setRules({ kind, columns: list === undefined ? [] : columnsOf(list, kind) })
    },
    setRules,
    open: async (name, file, from) => {
      forgetCheck()
      comeFrom(from)
      setBroken(false)
      setList(undefined)
      if (file.size > largestBulkFile) {
        comeFrom(undefined)
        return setRefusal({ ok: false, problem: 'too-large', name })
      }
      const bytes = new Uint8Array(await file.arrayBuffer())
      await guard(async () => {
        const opened = await reader().open(bytes)
        setRefusal(opened.ok ? undefined : { ...opened, name })
        if (!opened.ok) return comeFrom(undefined)
        setList({ ...opened, name })
        setRulesNow((now) => ({ ...now, columns: columnsOf(opened, now.kind) }))
      })
    },
    close: () => {
      forgetCheck()
      comeFrom(undefined)
      setList(undefined)
      setRefusal(undefined)
    },
    check: async () => {
      if (list === undefined) return
      forgetCheck()
      const mine = generation.current
      setChecking(true)
      meter.set(0)
      await guard(async () => {
        const last = await reader().check(rules, connection, (now) => {
          if (mine === generation.current) meter.set(now.checked)
        })
        const [found, faulty] = [await findBatch(list), await reader().badRows(0, shownBad)]
        if (mine !== generation.current) return
        if (found.ok && found.value.firstSavedAt !== undefined)
          setSavedBefore({ count: found.value.saved, at: found.value.firstSavedAt })
        setProgress(last)
        setBad(faulty)
        setChecking(false)
      })
    },
    stop: () => {
      isStopped.current = true
      if (saving !== undefined) return
      generation.current += 1
      setChecking(false)
      setProgress(undefined)
      void client.current?.stop()
    },
    mend: async (row, cells) => {
      await guard(async () => {
        const still = await reader().mend(row.line, cells)
        setBad(await reader().badRows(0, shownBad))
        if (still === undefined) setProgress((now) => now && { ...now, good: now.good + 1, bad: now.bad - 1 })
      })
    },
    save: async (evenIfKnown) => {
      await guard(() => saveGood(evenIfKnown))
    },
    allBad: async () => {
      const rows: BadRow[] = []
      // In pieces, so that a long list does not hold the screen up.
      for (;;) {
        const piece = await reader().badRows(rows.length, mostRowsAtOnce)
        if (piece.length === 0) return rows
        rows.push(...piece)
      }
    },
  }
}

/** A list whose columns have no names: the first is the box. */
function columnsOf(list: Extract<OpenedList, { ok: true }>, kind: BulkKind): RowRules['columns'] {
  if (list.hasHeader) return guessColumns(list.header, kind)
  return list.header.map((_, index) => (index === 0 ? 'box.raw' : undefined))
}
