import { useEffect, useRef, useState } from 'react'
import type { WhoView } from '../../../../shared/bridge/snapshot.ts'
import type { BroughtTechnician } from '../../../../shared/domain/fleet.ts'
import { waitingTechnicians } from '../../../../shared/domain/technician-names.ts'
import { westernDigits } from '../../../../shared/domain/language.ts'
import { useKeptOverLock, useServices, useSnapshot } from '../../state/services.tsx'
import { isShut } from '../../state/snapshot-store.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { joinWords, t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { useLate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { sayRule, TextField, useFirstFocus } from '../../ui/text-field.tsx'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'

type ListedTechnician = WhoView['technicians'][number]

/** The technicians of this computer. The supervisor can change the list. Other technicians can change only their own PIN. */
export function TechniciansPanel() {
  const { technicians, current } = useSnapshot(({ who }) => who)
  const brought = useSnapshot(({ fleet }) => fleet?.technicians)
  const isClosed = useSnapshot(({ vault }) => isShut(vault))
  const [task, setTask] = useState<TechnicianTask>()
  const isSupervisor = technicians.some((one) => one.id === current && one.isSupervisor)
  useKeptOverLock(
    'technician task',
    () => task,
    (kept) => setTask(isSupervisor ? kept : undefined),
  )
  const isNew = technicians.length === 0
  const main = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState(0)
  // Moves the focus, because the button that opened the dialog is gone together with the removed technician.
  useEffect(() => {
    if (removed > 0) main.current?.querySelector('button')?.focus()
  }, [removed])
  if (isClosed)
    return (
      <Panel title={t('who.technicians.title')}>
        <p>{t('who.technicians.locked')}</p>
      </Panel>
    )
  return (
    <Panel title={t('who.technicians.title')} note={isNew ? undefined : t('who.technicians.note')}>
      <div className="grid gap-4">
        {isNew ? (
          <>
            <p>{t('who.technicians.none')}</p>
            <p>{t('who.technicians.noneMore')}</p>
          </>
        ) : (
          <ul className="grid">
            {technicians.map((technician) => (
              <TechnicianRow
                key={technician.id}
                technician={technician}
                isHere={technician.id === current}
                isChangeable={isSupervisor}
                isRemovable={isSupervisor && (!technician.isSupervisor || technicians.length === 1)}
                onTask={setTask}
              />
            ))}
          </ul>
        )}
        {isNew || isSupervisor ? (
          <WaitingTechnicians
            waiting={waitingTechnicians(brought, technicians)}
            isNew={isNew}
            onGivePin={(name) => setTask({ kind: 'add', name })}
          />
        ) : undefined}
        {isSupervisor && technicians.length > 1 ? (
          <p className="text-soft">{t('who.technicians.lastOfAll')}</p>
        ) : undefined}
        <div ref={main}>
          {isNew || isSupervisor ? (
            <Button variant="primary" onPress={() => setTask({ kind: 'add' })}>
              {t(isNew ? 'who.technicians.setUp' : 'who.tasks.add.title')}
            </Button>
          ) : (
            <p className="text-soft">{t('who.technicians.ask')}</p>
          )}
        </div>
      </div>
      {task === undefined ? undefined : (
        <TechnicianDialog
          task={task}
          onClose={() => setTask(undefined)}
          onDone={() => {
            setTask(undefined)
            if (task.kind === 'remove') setRemoved(removed + 1)
          }}
        />
      )}
    </Panel>
  )
}

interface WaitingProps {
  readonly waiting: readonly BroughtTechnician[]
  readonly isNew: boolean
  readonly onGivePin: (name: string) => void
}

/** Lists the technicians whose names came from the fleet. Each technician needs a PIN before signing in on this computer. */
export function WaitingTechnicians({ waiting, isNew, onGivePin }: WaitingProps) {
  if (waiting.length === 0) return undefined
  const isLed = waiting.some(({ isSupervisor }) => isSupervisor)
  return (
    <section aria-labelledby="waiting-technicians" className="grid gap-1">
      <h3 id="waiting-technicians" className="font-semibold">
        {t('who.waiting.title')}
      </h3>
      <p className="max-w-prose text-small text-soft">{t(isNew && isLed ? 'who.waiting.first' : 'who.waiting.note')}</p>
      <ul className="grid">
        {waiting.map(({ name, isSupervisor }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{name}</span>
              {isNew && isSupervisor ? (
                <span className="block text-small text-soft">{t('who.technicians.supervisor')}</span>
              ) : undefined}
            </span>
            {isNew && isLed && !isSupervisor ? undefined : (
              <Button
                size="small"
                aria-label={t('who.tasks.of', { action: t('who.waiting.give'), name })}
                onPress={() => onGivePin(name)}
              >
                {t('who.waiting.give')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TechnicianRowProps {
  readonly technician: ListedTechnician
  readonly isHere: boolean
  readonly isChangeable: boolean
  readonly isRemovable: boolean
  readonly onTask: (task: TechnicianTask) => void
}

function TechnicianRow({ technician, isHere, isChangeable, isRemovable, onTask }: TechnicianRowProps) {
  const { name, isSupervisor } = technician
  const marks = joinWords([
    isSupervisor ? t('who.technicians.supervisor') : undefined,
    isHere ? t('who.technicians.here') : undefined,
  ])
  const kinds = (['rename', 'set-pin', 'remove'] as const).filter((kind) => {
    if (kind === 'remove') return isRemovable
    return isChangeable || (kind === 'set-pin' && isHere)
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{name}</span>
        {marks === '' ? undefined : <span className="block text-small text-soft">{marks}</span>}
      </span>
      <span className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            aria-label={t('who.tasks.of', { action: t(`who.tasks.${kind}.open`), name })}
            onPress={() => onTask({ kind, technician })}
          >
            {t(`who.tasks.${kind}.open`)}
          </Button>
        ))}
      </span>
    </li>
  )
}

type TechnicianTask =
  | { readonly kind: 'add'; readonly name?: string }
  | { readonly kind: 'rename' | 'set-pin' | 'remove'; readonly technician: WhoView['technicians'][number] }

interface TypedTechnician {
  readonly name: string
  readonly pin: string
  readonly again: string
  readonly ownPin: string
}

/** The user confirms with their own PIN. */
function TechnicianDialog(props: {
  readonly task: TechnicianTask
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { task, onClose, onDone } = props
  const { bridge, view } = useServices()
  const isFirst = useSnapshot(({ who }) => who.technicians.length === 0)
  const isLast = useSnapshot(({ who }) => who.technicians.length === 1)
  const freeText = useSnapshot(({ preferences }) => preferences.technician)
  const led = useSnapshot(({ fleet }) => fleet?.technicians?.find(({ isSupervisor }) => isSupervisor)?.name)
  const formerName = task.kind === 'add' ? (task.name ?? (isFirst ? (led ?? freeText) : '')) : task.technician.name
  const [typed, setTyped] = useState<TypedTechnician>({ name: formerName, pin: '', again: '', ownPin: '' })
  useKeptOverLock(
    'technician name',
    () => typed.name,
    (name) => setTyped({ ...typed, name }),
  )
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isLate = useLate(isBusy, 1000)
  const [error, setError] = useState<BridgeError>()
  const first = useFirstFocus<HTMLInputElement>()
  const hasName = task.kind === 'add' || task.kind === 'rename'
  const hasPin = task.kind === 'add' || task.kind === 'set-pin'
  const problems = wasTried ? checkTechnician(typed, { hasName, hasPin, hasOwn: !isFirst }) : {}
  const bind = (name: keyof TypedTechnician) => ({
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: name === 'name' ? text : westernDigits(text) }),
    error: sayRule(error?.fields?.[name] ?? problems[name]),
  })
  const pinField = { type: 'password', inputMode: 'numeric', maxLength: 12 } as const
  const carryOut = async () => {
    setTried(true)
    if (Object.keys(checkTechnician(typed, { hasName, hasPin, hasOwn: !isFirst })).length > 0) return
    setBusy(true)
    setError(undefined)
    const reply = await send(bridge, task, typed, isFirst)
    setBusy(false)
    if (!reply.ok) return setError(reply.error)
    view.say(t('ui.saved'))
    onDone()
  }
  return (
    <QuestionDialog
      title={t(`who.tasks.${task.kind}.title`, { name: formerName })}
      // After several wrong PINs the answer waits, and then the change is made. So the dialog stays until it is known.
      onClose={() => (isBusy ? undefined : onClose())}
      action={t(`who.tasks.${task.kind}.action`)}
      onAction={() => void carryOut()}
      isDisabled={isBusy}
      variant={task.kind === 'remove' ? 'danger' : 'primary'}
    >
      {task.kind === 'remove' ? (
        <p>
          {t('who.tasks.remove.text', { name: formerName })} {isLast ? t('who.tasks.remove.last') : ''}
        </p>
      ) : undefined}
      {isFirst ? <p>{t('who.tasks.add.first')}</p> : undefined}
      {hasName ? (
        <TextField label={t('who.fields.name')} maxLength={80} inputRef={first} {...bind('name')} />
      ) : undefined}
      {hasPin ? (
        <>
          <TextField
            label={t('who.fields.pin')}
            hint={t('who.fields.pinHint')}
            {...(hasName ? {} : { inputRef: first })}
            {...pinField}
            {...bind('pin')}
          />
          <TextField label={t('who.fields.again')} {...pinField} {...bind('again')} />
        </>
      ) : undefined}
      {isFirst ? undefined : (
        <TextField
          label={t('who.fields.ownPin')}
          {...(task.kind === 'remove' ? { inputRef: first } : {})}
          {...pinField}
          {...bind('ownPin')}
        />
      )}
      {isLate && !isFirst ? <Notice tone="info">{t('who.locked.waiting')}</Notice> : undefined}
      <ErrorNotice error={error?.fields === undefined ? error : undefined} />
    </QuestionDialog>
  )
}

function send(bridge: Bridge, task: TechnicianTask, { name, pin, ownPin }: TypedTechnician, isFirst: boolean) {
  switch (task.kind) {
    case 'add':
      return bridge.call('who.add', { name, pin, ...(isFirst ? {} : { ownPin }) })
    case 'rename':
      return bridge.call('who.rename', { id: task.technician.id, name, ownPin })
    case 'set-pin':
      return bridge.call('who.set-pin', { id: task.technician.id, pin, ownPin })
    case 'remove':
      return bridge.call('who.remove', { id: task.technician.id, ownPin })
  }
}

export function checkTechnician(
  { name, pin, again, ownPin }: TypedTechnician,
  { hasName, hasPin, hasOwn }: { readonly hasName: boolean; readonly hasPin: boolean; readonly hasOwn: boolean },
): Partial<Record<keyof TypedTechnician, 'required' | 'pin-digits' | 'pin-differs'>> {
  return {
    ...(hasName && name.trim() === '' && { name: 'required' }),
    ...(hasPin && !/^\d{4,12}$/.test(pin) && { pin: 'pin-digits' }),
    ...(hasPin && again !== pin && { again: 'pin-differs' }),
    ...(hasOwn && ownPin === '' && { ownPin: 'required' }),
  }
}
