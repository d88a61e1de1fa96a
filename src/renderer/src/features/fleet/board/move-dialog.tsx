import { useState } from 'react'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { isolate, joinWords, shownFormatTag, t } from '../../../locale.ts'
import { useKeptOverLock, useSnapshot } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { focusAtOnce } from '../../../ui/text-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ComboBox, type SelectChoice } from '../../../ui/select.tsx'
import { saySeen, sortStations, type Station } from './station.ts'

interface MoveDialogProps {
  readonly from: Station
  /** The ids of the chosen jobs. If undefined, all jobs are moved. */
  readonly jobs: readonly string[] | undefined
  readonly stations: readonly Station[]
  readonly now: number
  readonly onClose: () => void
}

/** Returns the computers that can receive work, by name, silent computers last. A name that occurs again gets a number. */
export function listTargets(
  from: Pick<Station, 'id'>,
  stations: readonly Station[],
  now: number,
  tag: string,
): readonly (SelectChoice<string> & { readonly station: Station })[] {
  const others = stations.filter(({ id, state }) => id !== from.id && state === 'active')
  const sorted = sortStations(
    others.map((station) => ({ ...station, attention: [] })),
    tag,
  ).toSorted((one, other) => Number(one.isSilent) - Number(other.isSilent))
  const taken = new Map<string, number>()
  return sorted.map((station) => {
    const count = (taken.get(station.name) ?? 0) + 1
    taken.set(station.name, count)
    const note = joinWords([station.group, saySeen(station, now, 'long')])
    // The field finds a choice by its name, so no two choices may have the same name.
    const name = count === 1 ? station.name : `${station.name} (${count})`
    return { id: station.id, name, note, station }
  })
}

interface TypedTarget {
  readonly text: string
  /** The id of the computer that the text named when it was typed. Undefined if it named none. */
  readonly id: string | undefined
}

type Named = Pick<SelectChoice<string>, 'id' | 'name'>

/** The list may change while the dialog is open. The chosen computer stays the same, even if its name in the list becomes another. */
export const readTyped = (text: string, targets: readonly Named[]): TypedTarget => ({
  text,
  id: targets.find(({ name }) => name === text.trim())?.id,
})

/** What the field shows: the typed text, or the present name of the chosen computer. */
export const sayTyped = ({ text }: TypedTarget, to: Named | undefined): string =>
  to === undefined || to.name === text.trim() ? text : to.name

export function MoveDialog({ from, jobs, stations, now, onClose }: MoveDialogProps) {
  const own = useSnapshot(({ fleet }) => fleet?.station)
  const [typed, setTyped] = useState<TypedTarget>({ text: '', id: undefined })
  useKeptOverLock('fleet move to', () => typed, setTyped)
  const rescue = useCall('fleet.rescue')
  const [result, setResult] = useState<Response<'fleet.rescue'> & { readonly to: string }>()
  const targets = listTargets(from, stations, now, shownFormatTag())
  const to = targets.find(({ id }) => id === typed.id)
  const text = sayTyped(typed, to)
  const count = jobs?.length ?? from.inCare
  // The button is not disabled while the jobs are moved, because a disabled button would lose the focus.
  const isReady = to !== undefined
  const move = async (): Promise<void> => {
    if (to === undefined || rescue.isBusy) return
    const reply = await rescue.run({ from: from.id, to: to.id, ...(jobs !== undefined && { jobs: [...jobs] }) })
    if (reply.ok) setResult({ ...reply.value, to: to.name })
  }
  const names = { from: isolate(from.name), to: isolate(to?.name ?? '') }
  return (
    <Dialog
      title={result === undefined ? t('fleet.move.title', { name: isolate(from.name) }) : t('fleet.move.doneTitle')}
      onClose={onClose}
      actions={
        result !== undefined ? (
          <Button ref={focusAtOnce} variant="primary" onPress={onClose}>
            {t('ui.close')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('ui.cancel')}</Button>
            <Button variant="primary" isDisabled={!isReady} onPress={() => void move()}>
              {rescue.isBusy ? t('fleet.move.busy') : t('fleet.move.action', { count })}
            </Button>
          </>
        )
      }
    >
      {result !== undefined ? (
        <MoveResult {...result} from={from.name} />
      ) : (
        <div className="grid gap-4">
          <ComboBox<string>
            label={t('fleet.move.to')}
            choices={targets}
            value={text}
            onChange={(changed) => setTyped(readTyped(changed, targets))}
            isRequired
            error={text.trim() !== '' && to === undefined ? t('fleet.move.unknown') : undefined}
          />
          {to?.station.isSilent === true ? (
            <Notice tone="warning">{t('fleet.move.silent', { seen: saySeen(to.station, now, 'long') })}</Notice>
          ) : undefined}
          {to?.id === own ? <p className="text-soft">{t('fleet.station.own')}</p> : undefined}
          <ul className="grid list-disc gap-2 ps-5">
            <li>
              {jobs === undefined
                ? t('fleet.move.losesAll', { count, ...names })
                : t('fleet.move.loses', { count, ...names })}
            </li>
            <li>{to === undefined ? t('fleet.move.gets') : t('fleet.move.getsNamed', names)}</li>
            <li>{to === undefined ? t('fleet.move.heldBack', names) : t('fleet.move.heldBackNamed', names)}</li>
            <li>{t('fleet.move.asleep', names)}</li>
            <li>{t('fleet.move.connection')}</li>
            <li>{t('fleet.move.stolen', names)}</li>
          </ul>
          <ErrorNotice error={rescue.error} />
        </div>
      )}
    </Dialog>
  )
}

interface MoveResultProps {
  readonly moved: number
  readonly left: number
  /** How many of the jobs that were not moved cannot be opened. */
  readonly unopened?: number | undefined
  /** When the other computer gets the moved jobs that take money, in milliseconds since 1970. */
  readonly heldBackUntil?: number | undefined
  readonly from: string
  readonly to: string
}

export function MoveResult({ moved, left, unopened = 0, heldBackUntil, from, to }: MoveResultProps) {
  const names = { from: isolate(from), to: isolate(to) }
  return (
    <div className="grid gap-3">
      {moved === 0 ? (
        <Notice tone="info">{t('fleet.move.none', names)}</Notice>
      ) : (
        <Notice tone="good" title={t('fleet.move.moved', { count: moved, ...names })}>
          {t('fleet.move.movedNext', names)}
        </Notice>
      )}
      {heldBackUntil === undefined ? undefined : (
        <Notice tone="info">{t('fleet.move.heldBackUntil', { ...names, time: formatTime(heldBackUntil) })}</Notice>
      )}
      {left === 0 ? undefined : (
        <Notice tone="warning" title={t('fleet.move.left', { count: left, ...names })}>
          {[
            left > unopened ? t('fleet.move.leftChanged') : '',
            unopened > 0 ? t('fleet.move.leftUnopened', { count: unopened }) : '',
          ]
            .filter((part) => part !== '')
            .join(' ')}
        </Notice>
      )}
    </div>
  )
}
