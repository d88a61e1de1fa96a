import { useParams } from 'wouter'
import { useActiveConnection } from '../../state/desk.tsx'
import { withoutBox } from '../../routes.ts'
import type { BoxText } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import { ActivationForm } from './activation-form.tsx'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { ResultScreen } from './result-screen.tsx'
import { useOpenedDraft } from './draft/use-opened-draft.ts'

/**
 * The activation screen. `#/activate`: the form; `#/activate/without-box`: the form without a box; `#/activate/<job>`:
 * a correction; `#/activate/result/<job>`: the result.
 */
export function ActivationScreen() {
  const rest = useParams()['*'] ?? ''
  const [first, second] = rest.split('/').map(decodeURIComponent)
  const connection = useActiveConnection()
  if (first === 'result' && second !== undefined) return <ResultScreen key={second} id={second} />
  if (connection === undefined) return undefined
  const isAlone = first === withoutBox
  const jobId = first === '' || first === 'result' || isAlone ? undefined : first
  return (
    <Opened key={`${connection.settings.id} ${first ?? ''}`} jobId={jobId} isAlone={isAlone} connection={connection} />
  )
}

interface OpenedProps {
  readonly jobId: string | undefined
  readonly isAlone: boolean
  readonly connection: NonNullable<ReturnType<typeof useActiveConnection>>
}

/** Catches scans until the form is loaded. */
function EarlyScans({ onBox }: { readonly onBox: (box: BoxText) => void }) {
  useLabels({ gathered: onBox, unread: () => undefined })
  return undefined
}

function Opened({ jobId, isAlone, connection }: OpenedProps) {
  const opened = useOpenedDraft(connection.settings, jobId, isAlone)
  if (opened.error !== undefined)
    return (
      <div className="p-8">
        <ErrorNotice error={opened.error} />
      </div>
    )
  if (opened.draft === undefined) return <EarlyScans onBox={opened.catchBox} />
  return (
    <ActivationForm
      key={opened.draft.id}
      start={opened.draft}
      connection={connection}
      isRestored={opened.isRestored}
      isKept={opened.isKept}
      arriving={opened.arriving}
      onAnswered={opened.forgetArriving}
      label={opened.label}
      onUndoDiscard={opened.discarded === undefined ? undefined : opened.undoDiscard}
      onDiscard={opened.discard}
      onStartAnew={opened.startAnew}
      onContinueOther={opened.continueOther}
    />
  )
}
