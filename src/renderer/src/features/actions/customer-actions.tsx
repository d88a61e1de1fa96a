import { ArrowLeftRight, Ban, CalendarPlus, PackagePlus, Printer, Repeat, UserCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { customerPath, type readCustomerPath } from '../../routes.ts'
import { useActiveConnection } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { BoxDialog } from './box-dialog.tsx'
import { LengthDialog } from './length-dialog.tsx'
import { HandoutDialog } from './handout-dialog.tsx'
import { NotAllowed, usePolicy } from '../policy/policy.tsx'
import { TaskList } from './task-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActionDialog, ActionPassword, useAction, type ActionCustomer, type ActionProps } from './action-dialog.tsx'
import { BeforeAfter } from './before-after.tsx'
import { t } from '../../locale.ts'
export type { ActionCustomer } from './action-dialog.tsx'

/** In the order of their buttons. */
const icons = {
  renewal: CalendarPlus,
  'product-change': Repeat,
  add: PackagePlus,
  swap: ArrowLeftRight,
  enable: UserCheck,
  disable: Ban,
  handout: Printer,
} as const
type ActionName = keyof typeof icons
const actions = Object.keys(icons) as ActionName[]

interface CustomerActionsProps {
  readonly customer: ActionCustomer
  /** The action to begin with, and the box that was scanned for it. */
  readonly wanted: ReturnType<typeof readCustomerPath>['wanted']
}

/** The actions on a customer, each saved as a job, and the tasks left to do by hand for them. */
export function CustomerActions({ customer, wanted }: CustomerActionsProps) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<ActionName | undefined>(wanted?.wish === 'check' ? undefined : wanted?.wish)
  const close = (): void => {
    setOpen(undefined)
    // The dialog does not come back with a reload.
    if (wanted !== undefined) navigate(customerPath(customer), { replace: true })
  }
  const policy = usePolicy()
  const reasonId = useId()
  // For a disabled customer the main action is to enable them.
  const main: ActionName = isDisabled(customer) === true ? 'enable' : 'renewal'
  const rest = actions.filter((action) => action !== main)
  return (
    <div className="grid gap-4">
      <fieldset aria-label={t('actions.label')} className="flex flex-wrap gap-2">
        {[main, ...rest].map((action) => {
          const Icon = icons[action]
          const field = forbiddenBy(action)
          const isForbidden = field !== undefined && !policy[field]
          return (
            <Button
              key={action}
              variant={action === main ? 'primary' : 'plain'}
              isDisabled={isForbidden}
              {...(isForbidden && { 'aria-describedby': `${reasonId}${field}` })}
              onPress={() => setOpen(action)}
            >
              <Icon aria-hidden size="1rem" />
              {t(`actions.${action}.name`)}
            </Button>
          )
        })}
      </fieldset>
      {(['productChange', 'disableCustomers'] as const).map((field) =>
        policy[field] ? undefined : <NotAllowed key={field} field={field} id={`${reasonId}${field}`} />,
      )}
      <TaskList userid={customer.userid} />
      {open === undefined ? undefined : (
        <OpenAction kind={open} customer={customer} scanned={wanted?.box} onClose={close} />
      )}
    </div>
  )
}

const forbiddenBy = (action: ActionName): 'productChange' | 'disableCustomers' | undefined =>
  action === 'product-change' ? 'productChange' : action === 'disable' ? 'disableCustomers' : undefined

interface OpenActionProps extends Omit<ActionProps<ActionName>, 'connection'> {
  readonly scanned: string | undefined
}

function OpenAction({ kind, scanned, ...rest }: OpenActionProps) {
  const connection = useActiveConnection()
  if (connection === undefined) return undefined
  const { settings } = connection
  switch (kind) {
    case 'renewal':
    case 'product-change':
      return <LengthDialog kind={kind} connection={settings} {...rest} />
    case 'add':
    case 'swap':
      return <BoxDialog kind={kind} connection={settings} scanned={scanned} {...rest} />
    case 'enable':
    case 'disable':
      return <ToggleDialog kind={kind} {...rest} />
    case 'handout':
      return <HandoutDialog connection={connection} {...rest} />
  }
}

/** Disables or enables a customer. It explains the effect before the action is saved. */
function ToggleDialog({ kind, customer, onClose }: Omit<ActionProps<'disable' | 'enable'>, 'connection'>) {
  const { form, saving } = useAction(kind, customer)
  const isSo = isDisabled(customer) === (kind === 'disable')
  return (
    <ActionDialog kind={kind} customer={customer} onClose={onClose} {...saving}>
      <p>{t(`ticket.${kind}.means`)}</p>
      <BeforeAfter
        heads={[t('actions.before'), t('actions.after')]}
        rows={[{ id: 'status', name: t('ticket.status'), before: customer.status, after: t(`actions.${kind}.after`) }]}
      />
      {isSo ? (
        <Notice tone="info" announce="off">
          {t(`actions.${kind}.alreadySo`)}
        </Notice>
      ) : undefined}
      <ActionPassword form={form} />
    </ActionDialog>
  )
}

/** Whether the platform reports the customer as disabled; undefined if the status is unknown. */
function isDisabled({ status }: ActionCustomer): boolean | undefined {
  return status === undefined ? undefined : status.trim().toLowerCase() === 'disabled'
}
