import { useState } from 'react'
import type { WhoView } from '../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { sayRule } from '../../ui/say-rule.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { t } from '../../locale.ts'

export type TechnicianTask =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'set-pin' | 'remove'; readonly technician: WhoView['technicians'][number] }

interface TypedTechnician {
  readonly name: string
  readonly pin: string
  readonly again: string
  readonly ownPin: string
}

/** Adds, renames or removes a technician, or gives one another PIN. Who asks for it types the own PIN. */
export function TechnicianDialog(props: {
  readonly task: TechnicianTask
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { task, onClose, onDone } = props
  const { bridge, view } = useServices()
  const isFirst = useSnapshot(({ who }) => who.technicians.length === 0)
  const isLast = useSnapshot(({ who }) => who.technicians.length === 1)
  const freeText = useSnapshot(({ preferences }) => preferences.technician)
  const formerName = task.kind === 'add' ? (isFirst ? freeText : '') : task.technician.name
  const [typed, setTyped] = useState<TypedTechnician>({ name: formerName, pin: '', again: '', ownPin: '' })
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<BridgeError>()
  const first = useFirstFocus<HTMLInputElement>()
  const hasName = task.kind === 'add' || task.kind === 'rename'
  const hasPin = task.kind === 'add' || task.kind === 'set-pin'
  const problems = wasTried ? checkTechnician(typed, { hasName, hasPin, hasOwn: !isFirst }) : {}
  const bind = (name: keyof TypedTechnician) => ({
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    error: sayRule(error?.fields?.[name] ?? problems[name]),
  })
  const pinField = { type: 'password', inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const
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
      onClose={onClose}
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

/** Checks what was typed about a technician. Returns rule codes. */
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
