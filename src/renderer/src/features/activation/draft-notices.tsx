import { HardDriveDownload, TriangleAlert } from 'lucide-react'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { MaintenanceText } from './draft/draft-keeper.ts'

export interface DraftNoticesProps {
  /** The draft was restored and has not been edited since. */
  readonly isBack: boolean
  /** A short description of the draft that was put aside for this one. */
  readonly aside: string | undefined
  readonly onContinueOther: () => void
  /** Restores the draft that was just discarded. Absent if none was. */
  readonly onUndoDiscard: (() => void) | undefined
  /** Stores this draft although another window changed the stored one. Absent while no other window did. */
  readonly onInsist: (() => void) | undefined
}

/** Tells the technician where this draft comes from and which other drafts exist. */
export function DraftNotices({ isBack, aside, onContinueOther, onUndoDiscard, onInsist }: DraftNoticesProps) {
  return (
    <>
      {aside === undefined ? undefined : (
        <Notice
          tone="info"
          announce="off"
          actions={<Button onPress={onContinueOther}>{t('activation.draft.continueOther')}</Button>}
        >
          {t('activation.draft.aside', { who: aside })}
        </Notice>
      )}
      {isBack ? <Notice tone="info">{t('activation.draft.restored')}</Notice> : undefined}
      {onInsist === undefined ? undefined : (
        <Notice
          tone="warning"
          actions={
            <>
              <Button onPress={onInsist}>{t('activation.draft.insist')}</Button>
              <Button
                onPress={() => {
                  window.location.reload()
                }}
              >
                {t('activation.draft.takeOther')}
              </Button>
            </>
          }
        >
          {t('activation.draft.elsewhere')}
        </Notice>
      )}
      {onUndoDiscard === undefined ? undefined : (
        <Notice tone="info" actions={<Button onPress={onUndoDiscard}>{t('activation.draft.undo')}</Button>}>
          {t('activation.draft.discarded')}
        </Notice>
      )}
    </>
  )
}

export interface DraftFootProps {
  readonly maintenance: MaintenanceText
  readonly isWorth: boolean
  readonly onDiscard: () => void
}

/** Shows whether the draft is stored on this computer, with a button to discard it. */
export function DraftFoot({ maintenance, isWorth, onDiscard }: DraftFootProps) {
  if (!isWorth) return undefined
  const words = { nothing: undefined, maintenance: 'maintenance', kept: 'kept', failed: 'notKept' } as const
  const word = words[maintenance]
  const Icon = maintenance === 'failed' ? TriangleAlert : HardDriveDownload
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-dashed border-line pt-3">
      <output
        className={`inline-flex items-center gap-1.5 text-small ${maintenance === 'failed' ? 'text-refused' : 'text-soft'}`}
      >
        {word === undefined ? undefined : (
          <>
            <Icon aria-hidden size={14} />
            {t(`activation.draft.${word}`)}
          </>
        )}
      </output>
      <Button variant="quiet" size="small" onPress={onDiscard}>
        {t('activation.draft.discard')}
      </Button>
    </div>
  )
}
