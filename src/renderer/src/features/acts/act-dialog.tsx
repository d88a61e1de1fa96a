import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useDesk } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { namesBox } from '../scan/box-of-codes.ts'
import type { BoxText } from '../scan/box-text.ts'
import { UnreadScan } from '../scan/not-understood.tsx'
import { useLabels } from '../scan/use-labels.ts'
import { ActResult } from './act-result.tsx'
import type { ActCustomer } from './act-customer.ts'

export interface ActDialogProps {
  readonly title: string
  /** A verb: what the main button does. */
  readonly verb: string
  readonly customer: ActCustomer
  readonly isReady?: boolean
  readonly isBusy: boolean
  readonly isDanger?: boolean
  readonly error: BridgeError | undefined
  /** Beside the error, such as a way past it. */
  readonly errorActs?: ReactNode
  /** The job that it became: the dialog goes on to show what comes of it. */
  readonly jobId: string | undefined
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** The box of a label that was scanned while the dialog is open; by default it is said that nothing is made of it. */
  readonly onBox?: (box: BoxText) => void
  readonly children: ReactNode
}

/** What can be filled in or chosen at once. */
const firstFields = 'button[aria-haspopup=listbox], input:not([type=radio], [type=checkbox], [tabindex="-1"])'

/** One act on a customer: what is there, what is asked, where it leads; then what came of it. An error leaves it as it was. */
export function ActDialog(props: ActDialogProps) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const formId = useId()
  const { jobId, onBox } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
    const first = find('[data-box-field]') ?? find(firstFields)
    first?.focus()
  }, [])
  const [unread, setUnread] = useState<string>()
  // What binds a box is 44 px high.
  const size = onBox === undefined ? 'normal' : 'large'
  const takesBox = jobId === undefined && onBox !== undefined
  const sayNothingMade = (): void => {
    view.say(t('acts.scanUnused'))
  }
  useLabels({
    heard: (box, isFirst) => {
      if (isFirst && !takesBox) sayNothingMade()
      // The first code may say nothing of the box; the next one may.
      if (takesBox && namesBox(box)) onBox(box)
    },
    gathered: (box) => {
      setUnread(undefined)
      if (takesBox) onBox(box)
    },
    unread: (text) => {
      if (takesBox) setUnread(text)
      else sayNothingMade()
    },
  })
  return (
    <Dialog
      isOpen
      size="large"
      title={props.title}
      onClose={props.onClose}
      acts={
        jobId === undefined ? (
          <>
            <Button size={size} onPress={props.onClose}>
              {t('ui.cancel')}
            </Button>
            <Button
              type="submit"
              size={size}
              form={formId}
              variant={props.isDanger === true ? 'danger' : 'primary'}
              isDisabled={props.isReady === false}
            >
              {props.verb}
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={props.onClose}>
            {t('acts.result.close')}
          </Button>
        )
      }
    >
      {jobId === undefined ? (
        <form
          ref={form}
          id={formId}
          noValidate
          className="@container grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!props.isBusy && props.isReady !== false) props.onSubmit()
          }}
        >
          <ErrorNotice error={props.error} acts={props.errorActs} />
          <UnreadScan text={unread} />
          {props.children}
        </form>
      ) : (
        <ActResult id={jobId} customer={props.customer} />
      )}
    </Dialog>
  )
}
