import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '../locale.ts'
import { Button, IconButton, type ButtonVariant } from './button.tsx'
import { clsx } from 'clsx'
import { Form } from './form.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the lower right. The main button comes last. */
  readonly actions?: ReactNode
  readonly size?: 'small' | 'large'
  readonly role?: 'dialog' | 'alertdialog'
}

/** A dialog is never taller than the window, so its middle part scrolls. In a very low window the whole dialog scrolls. */
const look =
  'flex flex-col overflow-clip rounded-large border border-line bg-raised shadow-high outline-none [@media(height>=22rem)]:max-h-[calc(100dvh-2rem)]'

/** A modal dialog for a question or a short task. Esc closes the dialog. */
export function Dialog({ title, onClose, children, actions, size = 'small', role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={role === 'dialog'}
      className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-scrim p-4"
    >
      <Modal className={clsx('grid w-full', size === 'small' ? 'max-w-md' : 'max-w-2xl')}>
        <AriaDialog role={role} className={look}>
          <header className="flex items-center justify-between gap-4 py-3 pe-3 ps-5">
            <Heading slot="title" className="text-title font-semibold">
              {title}
            </Heading>
            <IconButton slot="close" icon={X} label={t('ui.close')} />
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {actions === undefined ? undefined : (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface QuestionDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'children' | 'role' | 'size'> {
  readonly action: string
  readonly onAction: () => void
  readonly isDisabled?: boolean
  readonly variant?: ButtonVariant
}

/** A dialog with Cancel and one action. Enter in a field carries out the action, too. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { action, onAction, isDisabled = false, variant = 'primary', children, ...rest } = props
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Button onPress={rest.onClose}>{t('ui.cancel')}</Button>
          <Button variant={variant} isDisabled={isDisabled} onPress={onAction}>
            {action}
          </Button>
        </>
      }
    >
      <Form className="grid gap-4" onSubmit={() => (!isDisabled ? onAction() : undefined)}>
        {children}
        {/* Without a submit button, Enter submits a form only if it has a single field. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Dialog>
  )
}
