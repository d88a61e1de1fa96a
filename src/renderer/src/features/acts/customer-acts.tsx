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
import { useTranslation } from 'react-i18next'
import { useActiveConnection } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { isDisabled, type ActCustomer, sayWho } from './act-customer.ts'
import { BoxDialog } from './box-dialog.tsx'
import { LengthDialog } from './length-dialog.tsx'
import { SlipDialog } from './slip-dialog.tsx'
import { TaskList } from './task-list.tsx'
import { useForm, type FieldPath } from 'react-hook-form'
import { FormText } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readCorrection, toCorrection, type CorrectionValues } from '../queue/correction-values.ts'
import { ActDialog } from './act-dialog.tsx'
import { BeforeAfter } from './before-after.tsx'
import { useAct } from './use-act.ts'
export type { ActCustomer } from './act-customer.ts'

const acts = ['renewal', 'product-change', 'add', 'swap', 'enable', 'disable', 'slip'] as const
type ActName = (typeof acts)[number]

const icons: Readonly<Record<ActName, LucideIcon>> = {
  renewal: CalendarPlus,
  'product-change': Repeat,
  add: PackagePlus,
  swap: ArrowLeftRight,
  enable: UserCheck,
  disable: Ban,
  slip: Printer,
}

/** The actions on a customer, each saved as a job, and the tasks left to do by hand for them. */
export function CustomerActs({ customer }: { readonly customer: ActCustomer }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<ActName>()
  // For a disabled customer the main action is to enable them.
  const main: ActName = isDisabled(customer) === true ? 'enable' : 'renewal'
  const rest = acts.filter((act) => act !== main)
  return (
    <div className="grid gap-4">
      <fieldset aria-label={t('acts.label')} className="flex flex-wrap gap-2">
        {[main, ...rest].map((act) => {
          const Icon = icons[act]
          return (
            <Button
              key={act}
              variant={act === main ? 'primary' : 'plain'}
              onPress={() => {
                setOpen(act)
              }}
            >
              <Icon aria-hidden size="1rem" />
              {t(`acts.${act}.name`)}
            </Button>
          )
        })}
      </fieldset>
      <TaskList userid={customer.userid} />
      {open === undefined ? undefined : (
        <OpenAct
          act={open}
          customer={customer}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}

function OpenAct(props: { readonly act: ActName; readonly customer: ActCustomer; readonly onClose: () => void }) {
  const connection = useActiveConnection()
  const { act, ...rest } = props
  if (connection === undefined) return undefined
  switch (act) {
    case 'renewal':
    case 'product-change':
      return <LengthDialog kind={act} connection={connection.settings} {...rest} />
    case 'add':
    case 'swap':
      return <BoxDialog kind={act} connection={connection.settings} {...rest} />
    case 'enable':
    case 'disable':
      return <ToggleDialog kind={act} {...rest} />
    case 'slip':
      return <SlipDialog connection={connection} {...rest} />
  }
}

interface ToggleDialogProps {
  readonly kind: 'disable' | 'enable'
  readonly customer: ActCustomer
  readonly onClose: () => void
}

/** Disables or enables a customer. It explains the effect before the action is saved. */
function ToggleDialog({ kind, customer, onClose }: ToggleDialogProps) {
  const { t } = useTranslation()
  const act = useAct(customer)
  const { userid, customermappingid } = customer
  const form = useForm<CorrectionValues>({
    defaultValues: toCorrection({ kind, userid, ...(customermappingid !== undefined && { customermappingid }) }),
  })
  const isSo = isDisabled(customer) === (kind === 'disable')
  const submit = form.handleSubmit(async (typed) => {
    const reading = readCorrection(typed, kind)
    if (reading.ok) return await act.save(reading.act)
    for (const [index, { path, code }] of reading.problems.entries())
      form.setError(path as FieldPath<CorrectionValues>, { message: code }, { shouldFocus: index === 0 })
  })
  return (
    <ActDialog
      title={t(`acts.${kind}.title`, { customer: sayWho(t, customer) })}
      verb={t(`acts.${kind}.verb`)}
      isDanger={kind === 'disable'}
      customer={customer}
      isBusy={act.isBusy}
      error={act.error}
      jobId={act.jobId}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`ticket.${kind}.means`)}</p>
      <BeforeAfter
        heads={[t('acts.before'), t('acts.after')]}
        rows={[
          {
            id: 'status',
            name: t('ticket.status'),
            before: customer.status,
            after: t(`acts.${kind}.after`),
          },
        ]}
      />
      {customer.status !== undefined && isSo ? (
        <Notice tone="info" announce="off">
          {t(`acts.${kind}.alreadySo`)}
        </Notice>
      ) : undefined}
      <FormText
        control={form.control}
        name="password"
        figures
        label={t('activation.customer.password')}
        optional={t('ui.optional')}
        hint={t('acts.passwordHint')}
      />
    </ActDialog>
  )
}
