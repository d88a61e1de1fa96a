import { useId } from 'react'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isUnnamed } from '../scan/box-of-codes.ts'
import { readBox, writeBox, type BoxText } from '../scan/box-text.ts'
import { canImport } from './draft/judge-scan.ts'
import type { BoxMessage, BoxMessages } from './use-box-scans.ts'

export interface ArrivedBoxProps {
  readonly messages: BoxMessages
  readonly onStartAnew: (box: BoxText) => void
}

/** Asks which job a scanned box is for. The question gets the focus, not its buttons, so that Enter answers nothing. */
export function ArrivedBox({ messages, onStartAnew }: ArrivedBoxProps) {
  const [title, words] = [useId(), useId()]
  const { message } = messages
  if (message?.kind !== 'arrived') return undefined
  const { box, draft } = message
  const isFixed = draft.kind === 'customer-alone' && draft.correcting !== undefined
  return (
    <fieldset
      data-question
      aria-labelledby={title}
      aria-describedby={words}
      tabIndex={-1}
      className="min-w-0 scroll-mt-4"
    >
      <Notice
        tone="warning"
        announce="off"
        title={<span id={title}>{t('activation.box.arrivedTitle', { code: sayCode(box) })}</span>}
        actions={
          <>
            <Button
              size="large"
              onPress={() => {
                onStartAnew(box)
              }}
            >
              {t('activation.box.startAnew')}
            </Button>
            {canImport(box) && !isFixed ? (
              <Button
                size="large"
                onPress={() => {
                  messages.putArrived(box)
                }}
              >
                {t('activation.box.putHere')}
              </Button>
            ) : undefined}
            <Button size="large" onPress={messages.leaveArrived}>
              {t('activation.box.continue')}
            </Button>
          </>
        }
      >
        <span id={words}>{t(`activation.box.${wordsFor(message)}`)}</span>
      </Notice>
    </fieldset>
  )
}

/** Focuses the question, if there is one. */
export function focusQuestion(): void {
  document.querySelector<HTMLElement>('[data-question]')?.focus()
}

function wordsFor({ box, draft }: Extract<BoxMessage, { kind: 'arrived' }>) {
  if (isUnnamed(box)) return 'arrivedArticle'
  if (!readBox(box).ok) return 'arrivedUnclear'
  return draft.kind === 'customer-alone' ? 'arrivedAlone' : 'arrived'
}

/** An article number is shown as printed. */
const sayCode = (box: BoxText): string => (isUnnamed(box) ? box.raw : writeBox(box))
