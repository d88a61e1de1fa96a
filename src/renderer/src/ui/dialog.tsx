import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '../locale.ts'
import { Button, IconButton, type ButtonVariant } from './button.tsx'
import { clsx } from 'clsx'

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

/**
 * A modal dialog for a question or a short task. Esc closes the dialog. Enter in a field moves the focus to the main button, and only another
 * Enter presses it: the first one may come from a scanner. In a field for a secret, Enter presses the button at once.
 */
export function Dialog({ title, onClose, children, actions, size = 'small', role = 'dialog' }: DialogProps) {
  const footer = useRef<HTMLElement>(null)
  const leave = (event: KeyboardEvent): void => {
    const { target, defaultPrevented, nativeEvent } = event
    if (event.key !== 'Enter' || defaultPrevented || nativeEvent.isComposing) return
    if (!(target instanceof HTMLInputElement) || footer.current === null) return
    event.preventDefault()
    const main = footer.current.querySelector<HTMLElement>('button:last-of-type')
    // No scanner types a secret, but programs do, with Enter.
    if (target.type === 'password') main?.click()
    else main?.focus()
  }
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
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the fields inside */}
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5" onKeyDown={leave}>
            {children}
          </div>
          {actions === undefined ? undefined : (
            <footer
              ref={footer}
              onKeyDownCapture={ignoreRepeat}
              className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3"
            >
              {actions}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Ignores the repeats of an Enter that is held down: the Enter that moved the focus to the button must not press the button, too. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.nativeEvent.repeat) event.preventDefault()
}

export interface QuestionDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'children' | 'role' | 'size'> {
  readonly action: string
  readonly onAction: () => void
  readonly isDisabled?: boolean
  readonly variant?: ButtonVariant
}

/** A dialog with Cancel and one action. */
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
      <div className="grid gap-4">{children}</div>
    </Dialog>
  )
}
