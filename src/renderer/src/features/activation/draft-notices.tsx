import { HardDriveDownload, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Keeping } from './draft/draft-keeper.ts'

export interface DraftNoticesProps {
  /** The draft was here before this screen was, and nobody has touched it since. */
  readonly isBack: boolean
  /** The draft that was put aside for this one, in a few words. */
  readonly aside: string | undefined
  readonly onContinueOther: () => void
  /** Another draft was given up a moment ago, and can be had back. */
  readonly onUndoDiscard: (() => void) | undefined
  /** Another window has changed the one draft: this one goes on in its place. Absent while none has. */
  readonly onInsist: (() => void) | undefined
}

/** Where this draft comes from, as far as a person should know. */
export function DraftNotices({ isBack, aside, onContinueOther, onUndoDiscard, onInsist }: DraftNoticesProps) {
  const { t } = useTranslation()
  return (
    <>
      {aside === undefined ? undefined : (
        <Notice
          tone="info"
          announce="off"
          acts={<Button onPress={onContinueOther}>{t('activation.draft.continueOther')}</Button>}
        >
          {t('activation.draft.aside', { who: aside })}
        </Notice>
      )}
      {isBack ? <Notice tone="info">{t('activation.draft.restored')}</Notice> : undefined}
      {onInsist === undefined ? undefined : (
        <Notice
          tone="warning"
          acts={
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
        <Notice tone="info" acts={<Button onPress={onUndoDiscard}>{t('activation.draft.undo')}</Button>}>
          {t('activation.draft.discarded')}
        </Notice>
      )}
    </>
  )
}

export interface DraftFootProps {
  readonly keeping: Keeping
  readonly isWorth: boolean
  readonly onDiscard: () => void
}

/** Whether the draft is on this computer, and the way to be rid of it. */
export function DraftFoot({ keeping, isWorth, onDiscard }: DraftFootProps) {
  const { t } = useTranslation()
  if (!isWorth) return undefined
  const words = { nothing: undefined, keeping: 'keeping', kept: 'kept', failed: 'notKept' } as const
  const word = words[keeping]
  const Icon = keeping === 'failed' ? TriangleAlert : HardDriveDownload
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-dashed border-line pt-3">
      <output
        className={`inline-flex items-center gap-1.5 text-small ${keeping === 'failed' ? 'text-refused' : 'text-soft'}`}
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
