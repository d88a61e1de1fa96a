import { t } from '../../locale.ts'
import { useServices } from '../../state/services.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { CustomerEntry } from './customer-entry.tsx'

/** Asks for a user ID on top of any screen and opens that customer's page. */
export function CustomerDialog() {
  const { view } = useServices()
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <Dialog isOpen title={t('actions.entry.title')} onClose={view.close}>
      <CustomerEntry onGone={view.close} inputRef={field} />
    </Dialog>
  )
}
