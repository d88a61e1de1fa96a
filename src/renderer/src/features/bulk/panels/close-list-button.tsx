import { useState } from 'react'
import { t } from '../../../locale.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { QuestionDialog } from '../../../ui/dialog.tsx'
import type { Bulk } from '../bulk-store.ts'

interface CloseListButtonProps extends Pick<Bulk, 'close' | 'countLost'>, Pick<ButtonProps, 'size' | 'children'> {}

/** Closes the list. If rows are lost, the technician is asked first. */
export function CloseListButton({ close, countLost, ...look }: CloseListButtonProps) {
  const [lost, setLost] = useState<number>()
  const press = (): void => {
    const count = countLost()
    if (count === 0) close()
    else setLost(count)
  }
  return (
    <>
      <Button variant="quiet" onPress={press} {...look} />
      {lost === undefined ? undefined : (
        <DiscardQuestion lost={lost} onClose={() => setLost(undefined)} onAction={close} />
      )}
    </>
  )
}

interface DiscardQuestionProps {
  /** The number of rows that are lost. */
  readonly lost: number
  readonly onClose: () => void
  readonly onAction: () => void
}

export function DiscardQuestion({ lost, onClose, onAction }: DiscardQuestionProps) {
  return (
    <QuestionDialog
      role="alertdialog"
      variant="danger"
      title={t('bulk.discard.title', { count: lost })}
      onClose={onClose}
      action={t('bulk.columns.putAway')}
      onAction={onAction}
    >
      <p>{t('bulk.discard.text')}</p>
    </QuestionDialog>
  )
}
