import { ArrowLeft, ArrowRight, HardDriveDownload, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { queuePath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { usesCommandKey } from '../../shortcuts.ts'
import type { ActivationState } from './use-activation.ts'

interface FormActionsProps {
  readonly activation: ActivationState
  readonly isReached: boolean
  /** The box is already in other work, and the technician has not confirmed it. */
  readonly isHeld: boolean
  readonly onGoOn: () => void
  /** Shown above the buttons, visible wherever the form is scrolled to. */
  readonly children?: ReactNode
}

/** The Back button and the main button of the step. They stay visible while scrolling if the window is high enough. */
export function FormActions({ activation, isReached, isHeld, onGoOn, children }: FormActionsProps) {
  const { t } = useTranslation()
  const { draft, reading, before, after } = activation
  const isCheck = draft.step === 'check'
  const keys = usesCommandKey(navigator.userAgent) ? '⌘+Enter' : 'Ctrl+Enter'
  return (
    <div className="contents print:hidden roomy:sticky roomy:bottom-0 roomy:z-10 roomy:block roomy:border-t roomy:border-line roomy:bg-ground">
      <div className="sticky bottom-0 z-10 bg-ground has-[output_div]:pb-3 roomy:static roomy:has-[output_div]:pb-0">
        {children}
      </div>
      <div className="mx-auto flex w-full max-w-4xl flex-wrap items-center gap-2 px-5 py-3 wide:px-8">
        {before === undefined ? undefined : (
          <Button size="large" onPress={activation.goBack}>
            <ArrowLeft aria-hidden size={16} />
            {t('activation.back')}
          </Button>
        )}
        <Button
          variant="primary"
          size="large"
          data-go-on
          onPress={onGoOn}
          isDisabled={isCheck && (reading.intent === undefined || isHeld)}
        >
          {isCheck ? (
            <SaveWords isCorrecting={draft.correcting !== undefined} isReached={isReached} />
          ) : (
            <>
              {t(`activation.next.${after === 'box' ? 'customer' : after}`)}
              <ArrowRight aria-hidden size={16} />
            </>
          )}
        </Button>
        <span className="max-narrow:hidden">
          <KeyHint keys={keys} />
        </span>
      </div>
    </div>
  )
}

function SaveWords({ isCorrecting, isReached }: { readonly isCorrecting: boolean; readonly isReached: boolean }) {
  const { t } = useTranslation()
  const Icon = isReached ? Zap : HardDriveDownload
  const word = isCorrecting ? 'resend' : isReached ? 'activate' : 'save'
  return (
    <>
      <Icon aria-hidden size={16} />
      {t(`activation.check.${word}`)}
    </>
  )
}

/** Why saving failed, with a link to the conflicting work or a way to save anyway. The form is unchanged. */
export function SaveProblem(props: { readonly error: BridgeError | undefined; readonly onAnyway: () => void }) {
  const { t } = useTranslation()
  const { error, onAnyway } = props
  if (error === undefined) return undefined
  return (
    <ErrorNotice
      error={error}
      actions={
        <>
          {error.jobId === undefined ? undefined : (
            <LinkButton to={queuePath('all', error.jobId)}>{t('activation.check.openOther')}</LinkButton>
          )}
          {error.code === 'box-in-job' ? (
            <Button onPress={onAnyway}>{t('activation.check.saveAnyway')}</Button>
          ) : undefined}
        </>
      }
    />
  )
}
