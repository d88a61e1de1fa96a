import { type ReactNode, useRef, useState } from 'react'
import { activationSchema, type IntentOf } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { listsDevice, namesDevice } from '../../../../shared/domain/device-identifier.ts'
import { useCall } from '../../bridge/use-call.tsx'
import { useKeptOverLock } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sayRule, TextField } from '../../ui/text-field.tsx'
import { BoxField } from '../scan/box-field.tsx'
import { type BoxText, isMeant, looksLikeSerial, modelAfter, readBox, writeBox } from '../scan/box-text.ts'
import { KnownBoxes, useKnownJobs } from '../scan/known-boxes.tsx'
import { LabelParts, OtherBox } from '../scan/label-parts.tsx'
import { forgetLabel } from '../scan/wedge/scan-watch.ts'
import { type ActionCustomer, ActionDialog, type ActionProps } from './action-dialog.tsx'
import { ComboBox, Select } from '../../ui/select.tsx'
import { t } from '../../locale.ts'

interface BoxDialogProps extends ActionProps<'add' | 'swap'> {
  /** The box that the technician scanned before choosing the action. In a swap, the scanned box is the box to replace. */
  readonly scanned?: string | undefined
}

/**
 * Adds a box to a customer, or replaces a box of the customer. The old box stays bound until the operator unbinds it in the platform's
 * console.
 */
export function BoxDialog({ kind, customer, connection, scanned, onClose }: BoxDialogProps) {
  const [draftId, setDraftId] = useState(() => crypto.randomUUID())
  const [values, setValues] = useState<BoxValues>(() => beginBox(customer, connection, scanned))
  const [insist, setInsist] = useState(false)
  const [jobId, setJobId] = useState<string>()
  const [isAnyway, setAnyway] = useState(false)
  /** A scanned text that may be the box, too. */
  const [other, setOther] = useState<BoxText>()
  /** The values before the first code of an incomplete label. Undefined if no label is incomplete. */
  const beforeLabel = useRef<BoxValues>(undefined)
  useKeptOverLock(
    `${kind} of ${customer.userid}`,
    () => ({ draftId, jobId, values: { ...values, password: '' } }),
    (before) => {
      setDraftId(before.draftId)
      setJobId(before.jobId)
      setValues(before.values)
    },
  )
  const call = useCall('job.save')
  const change = (changed: Partial<BoxValues>): void => setValues((now) => ({ ...now, ...changed }))
  const { problems, intent } = readBoxAction(values, kind, customer)
  const field = (name: keyof Omit<BoxValues, 'box' | 'labelModel' | 'labelBox'>) => ({
    value: values[name],
    onChange: (text: string) => change({ [name]: text }),
    // Before the first attempt to save, a missing old box is not shown as an error.
    error: name === 'old' && !insist ? undefined : sayRule(problems[name]),
  })
  const reading = readBox(values.box)
  const known = useKnownJobs(reading.ok ? reading.identifier : undefined)
  const isThere = reading.ok && listsDevice(customer.devices ?? [], reading.identifier)

  const save = async (whole: IntentOf<'existing-customer'> | undefined, evenIfKnown: boolean): Promise<void> => {
    setInsist(true)
    if (whole === undefined) return
    const reply = await call.run({ draftId, intent: whole, evenIfKnown })
    if (!reply.ok) return
    // Forgets the label, so that the next screen does not take the same scan again.
    forgetLabel(document)
    setJobId(reply.value.id)
  }
  /** Saves the action. A text that is not meant as the box, such as an article number, is not saved. */
  const submit = (): void => void save(isMeant(values.box) ? intent : undefined, isAnyway)
  /** `before`: the values that the box replaces. Undefined for the present values. */
  const take = (box: BoxText, before?: BoxValues): void => {
    setOther(undefined)
    setAnyway(false)
    if (call.error?.code === 'box-in-job') call.clear()
    setValues((now) => {
      const was = before ?? now
      return { ...now, box, ...modelAfter(box, { ...was.box, ...was }) }
    })
  }
  /** Takes a box that the technician chose from a label. Later codes of the label do not replace it. */
  const choose = (box: BoxText): void => {
    forgetLabel(document)
    beforeLabel.current = undefined
    take(box)
  }

  /**
   * Takes a scanned box in place of the one from before its label. The address of a box is not replaced by a text that only looks like a
   * serial number.
   */
  const takeScan = (box: BoxText, isWhole: boolean): void => {
    const before = beforeLabel.current ?? values
    beforeLabel.current = isWhole ? undefined : before
    const was = readBox(before.box)
    if (was.ok && was.identifier.kind === 'mac' && looksLikeSerial(box)) setOther(box)
    else take(box, before)
  }

  return (
    <ActionDialog
      kind={kind}
      customer={customer}
      isReady={isMeant(values.box) && (known.length === 0 || isAnyway)}
      isBusy={call.isBusy}
      error={call.error}
      errorActions={
        call.error?.code === 'box-in-job' ? (
          <Button onPress={() => void save(intent, true)}>{t('activation.save.anyway')}</Button>
        ) : undefined
      }
      jobId={jobId}
      onSubmit={submit}
      onClose={onClose}
      onBox={takeScan}
    >
      {kind === 'swap' ? <OldBoxField devices={customer.devices} {...field('old')} /> : undefined}
      <div className="@container rounded-large border-2 border-dashed border-accent/60 bg-accent-tint px-4 py-4">
        <BoxField
          box={values.box}
          onChange={(box) => take(box)}
          label={t(`actions.${kind}.box`)}
          hint={t('activation.box.hint')}
          insist={insist}
        />
      </div>
      <LabelParts box={values.box} onChange={choose} />
      {other === undefined ? undefined : <OtherBox code={writeBox(other)} onChoose={() => choose(other)} />}
      <KnownBoxes jobs={known} isChosen={isAnyway} onChoose={() => setAnyway(true)} />
      {isThere ? <Notice tone="warning">{t('activation.customer.hasThisBox')}</Notice> : undefined}
      <div className="grid items-start gap-x-4 gap-y-3.5 @min-[26rem]:grid-cols-2">
        <TextField
          label={t('activation.box.model')}
          optional={t('ui.optional')}
          hint={
            connection.defaultModel === ''
              ? undefined
              : t('activation.box.modelHint', { model: connection.defaultModel })
          }
          {...field('model')}
        />
        <TextField
          label={t('activation.customer.password')}
          optional={t('ui.optional')}
          hint={t('actions.passwordHint')}
          figures
          {...field('password')}
        />
        <div className="@min-[26rem]:col-span-2">
          <ComboBox
            label={t('activation.hostname.label')}
            optional={t('ui.optional')}
            hint={t('activation.hostname.hint')}
            choices={connection.hostnames.map((hostname) => ({ id: hostname, name: hostname }))}
            {...field('hostname')}
          />
        </div>
      </div>
      {kind === 'swap' ? (
        <Notice tone="info" announce="off">
          {t('actions.swap.task')}
        </Notice>
      ) : undefined}
    </ActionDialog>
  )
}

interface OldBoxFieldProps {
  readonly devices: ActionCustomer['devices']
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error: ReactNode
}

/**
 * A field for the box to replace. The technician chooses a box from the platform's list of the customer's boxes. If that list is empty or
 * could not be read, the technician types the box.
 */
function OldBoxField({ devices, value, ...field }: OldBoxFieldProps) {
  const label = t('actions.swap.old')
  if (devices === undefined || devices.length === 0)
    return <TextField {...field} label={label} hint={t('actions.swap.oldHint')} figures value={value} />
  return (
    <Select
      {...field}
      label={label}
      placeholder={t('actions.swap.choose')}
      value={value === '' ? undefined : value}
      choices={devices.map(({ id, model }) => ({ id, name: id, ...(model !== undefined && { note: model }) }))}
    />
  )
}

/** `old` is the box to replace. */
export interface BoxValues {
  readonly box: BoxText
  readonly model: string
  /** As in a draft. */
  readonly labelModel?: string | undefined
  readonly labelBox?: string | undefined
  readonly password: string
  readonly hostname: string
  readonly old: string
}

/**
 * Returns the initial values of the form. The hostname is the connection's first hostname. `old` is the scanned box if the customer has it,
 * otherwise the customer's only box. If no box of the customer is known, `old` is the scanned box.
 */
export function beginBox(
  { devices = [] }: ActionCustomer,
  { hostnames }: Pick<Connection, 'hostnames'>,
  scanned = '',
): BoxValues {
  const [only, ...others] = devices
  const old = devices.find(({ id }) =>
    (['mac', 'serial'] as const).some((kind) => namesDevice(id, { kind, value: scanned })),
  )
  return {
    box: { raw: '', asSerial: false },
    model: '',
    password: '',
    hostname: hostnames[0] ?? '',
    old: old?.id ?? (only !== undefined && others.length === 0 ? only.id : devices.length === 0 ? scanned : ''),
  }
}

/**
 * Validates the form by the same rules as saving. `problems` has the code of the broken rule for each field with a problem. `intent` is
 * undefined if there are problems.
 */
export function readBoxAction(values: BoxValues, kind: 'add' | 'swap', customer: ActionCustomer) {
  const reading = readBox(values.box)
  const old = values.old.trim()
  const model = customer.devices?.find(({ id }) => id === old)?.model
  const problems: Partial<Record<keyof BoxValues, string>> = {}
  if (!reading.ok) problems.box = reading.problem
  if (kind === 'swap' && old === '') problems.old = 'required'
  if (kind === 'swap' && reading.ok && old !== '' && namesDevice(old, reading.identifier)) problems.old = 'same-box'
  const parsed = activationSchema.safeParse({
    kind: 'existing-customer',
    // A placeholder for a box that cannot be read yet, so that the other fields are still checked.
    box: {
      identifier: reading.ok ? reading.identifier : { kind: 'serial', value: 'none' },
      raw: values.box.raw,
      model: values.model,
    },
    userid: customer.userid,
    ...(customer.name !== undefined && { customerName: customer.name }),
    ...(values.password !== '' && { password: values.password }),
    ...(values.hostname.trim() !== '' && { hostname: values.hostname }),
    ...(kind === 'swap' && old !== '' && { replaces: { id: old, ...(model !== undefined && { model }) } }),
  })
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [head, tail] = path.map(String)
    const field = head === 'replaces' ? 'old' : head === 'box' ? (tail === 'model' ? 'model' : 'box') : (head ?? '')
    problems[field as keyof BoxValues] ??= message
  }
  const isWhole = Object.keys(problems).length === 0 && parsed.success && parsed.data.kind === 'existing-customer'
  return { problems, intent: isWhole ? (parsed.data as IntentOf<'existing-customer'>) : undefined }
}
