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
        <QuestionDialog
          role="alertdialog"
          variant="danger"
          title={t('bulk.discard.title', { count: lost })}
          onClose={() => setLost(undefined)}
          action={t('bulk.columns.putAway')}
          onAction={close}
        >
          <p>{t('bulk.discard.text')}</p>
        </QuestionDialog>
      )}
    </>
  )
}
