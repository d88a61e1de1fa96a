import {
  ArrowLeftRight,
  Ban,
  CalendarPlus,
  PackagePlus,
  Printer,
  Repeat,
  UserCheck,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { t } from '../../locale.ts'
import { useActiveConnection } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { isDisabled, type ActionCustomer, sayWho } from './action-customer.ts'
import { BoxDialog } from './box-dialog.tsx'
import { LengthDialog } from './length-dialog.tsx'
import { HandoutDialog } from './handout-dialog.tsx'
import { TaskList } from './task-list.tsx'
import { useForm, type FieldPath } from 'react-hook-form'
import { FormText } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readCorrection, toCorrection, type CorrectionValues } from '../queue/correction-values.ts'
import { ActionDialog } from './action-dialog.tsx'
import { BeforeAfter } from './before-after.tsx'
import { useAction } from './use-action.ts'
export type { ActionCustomer } from './action-customer.ts'

const actions = ['renewal', 'product-change', 'add', 'swap', 'enable', 'disable', 'handout'] as const
type ActionName = (typeof actions)[number]

const icons: Readonly<Record<ActionName, LucideIcon>> = {
  renewal: CalendarPlus,
  'product-change': Repeat,
  add: PackagePlus,
  swap: ArrowLeftRight,
  enable: UserCheck,
  disable: Ban,
  handout: Printer,
}

/** The actions on a customer, each saved as a job, and the tasks left to do by hand for them. */
export function CustomerActions({ customer }: { readonly customer: ActionCustomer }) {
  const [open, setOpen] = useState<ActionName>()
  // For a disabled customer the main action is to enable them.
  const main: ActionName = isDisabled(customer) === true ? 'enable' : 'renewal'
  const rest = actions.filter((action) => action !== main)
  return (
    <div className="grid gap-4">
      <fieldset aria-label={t('actions.label')} className="flex flex-wrap gap-2">
        {[main, ...rest].map((action) => {
          const Icon = icons[action]
          return (
            <Button
              key={action}
              variant={action === main ? 'primary' : 'plain'}
              onPress={() => {
                setOpen(action)
              }}
            >
              <Icon aria-hidden size="1rem" />
              {t(`actions.${action}.name`)}
            </Button>
          )
        })}
      </fieldset>
      <TaskList userid={customer.userid} />
      {open === undefined ? undefined : (
        <OpenAction
          action={open}
          customer={customer}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}

function OpenAction(props: {
  readonly action: ActionName
  readonly customer: ActionCustomer
  readonly onClose: () => void
}) {
  const connection = useActiveConnection()
  const { action, ...rest } = props
  if (connection === undefined) return undefined
  switch (action) {
    case 'renewal':
    case 'product-change':
      return <LengthDialog kind={action} connection={connection.settings} {...rest} />
    case 'add':
    case 'swap':
      return <BoxDialog kind={action} connection={connection.settings} {...rest} />
    case 'enable':
    case 'disable':
      return <ToggleDialog kind={action} {...rest} />
    case 'handout':
      return <HandoutDialog connection={connection} {...rest} />
  }
}

interface ToggleDialogProps {
  readonly kind: 'disable' | 'enable'
  readonly customer: ActionCustomer
  readonly onClose: () => void
}

/** Disables or enables a customer. It explains the effect before the action is saved. */
function ToggleDialog({ kind, customer, onClose }: ToggleDialogProps) {
  const action = useAction(customer)
  const { userid, customermappingid } = customer
  const form = useForm<CorrectionValues>({
    defaultValues: toCorrection({ kind, userid, ...(customermappingid !== undefined && { customermappingid }) }),
  })
  const isSo = isDisabled(customer) === (kind === 'disable')
  const submit = form.handleSubmit(async (typed) => {
    const reading = readCorrection(typed, kind)
    if (reading.ok) return await action.save(reading.action)
    for (const [index, { path, code }] of reading.problems.entries())
      form.setError(path as FieldPath<CorrectionValues>, { message: code }, { shouldFocus: index === 0 })
  })
  return (
    <ActionDialog
      title={t(`actions.${kind}.title`, { customer: sayWho(customer) })}
      verb={t(`actions.${kind}.verb`)}
      isDanger={kind === 'disable'}
      customer={customer}
      isBusy={action.isBusy}
      error={action.error}
      jobId={action.jobId}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`ticket.${kind}.means`)}</p>
      <BeforeAfter
        heads={[t('actions.before'), t('actions.after')]}
        rows={[
          {
            id: 'status',
            name: t('ticket.status'),
            before: customer.status,
            after: t(`actions.${kind}.after`),
          },
        ]}
      />
      {customer.status !== undefined && isSo ? (
        <Notice tone="info" announce="off">
          {t(`actions.${kind}.alreadySo`)}
        </Notice>
      ) : undefined}
      <FormText
        control={form.control}
        name="password"
        figures
        label={t('activation.customer.password')}
        optional={t('ui.optional')}
        hint={t('actions.passwordHint')}
      />
    </ActionDialog>
  )
}
