import { useParams } from 'wouter'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { takenBack, withoutBox } from '../../routes.ts'
import { useActiveConnection } from '../../state/services.tsx'
import type { BoxText } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import { ActivationForm } from './activation-form.tsx'
import { useOpenedDraft } from './draft/use-opened-draft.ts'
import { ResultScreen } from './result-screen.tsx'
import { TakeBack } from './take-back.tsx'

/**
 * The activation screen. `#/activate`: the form; `#/activate/without-box`: the form without a box; `#/activate/<job>`:
 * a correction; `#/activate/edit/<job>`: an unsent job becomes a draft again; `#/activate/result/<job>`: the result.
 */
export function ActivationScreen() {
  const rest = useParams()['*'] ?? ''
  const [first, second] = rest.split('/').map(decodeURIComponent)
  const connection = useActiveConnection()
  if (first === 'result' && second !== undefined) return <ResultScreen key={second} id={second} />
  if (connection === undefined) return undefined
  if (first === takenBack && second !== undefined) return <TakeBack key={second} id={second} connection={connection} />
  const isAlone = first === withoutBox
  const jobId = first === '' || first === 'result' || isAlone ? undefined : first
  return (
    <Opened key={`${connection.settings.id} ${first ?? ''}`} jobId={jobId} isAlone={isAlone} connection={connection} />
  )
}

/** Catches scans until the form is loaded. */
function EarlyScans({ onBox }: { readonly onBox: (box: BoxText) => void }) {
  useLabels({ gathered: onBox, unread: () => undefined })
  return undefined
}

function Opened(props: {
  readonly jobId: string | undefined
  readonly isAlone: boolean
  readonly connection: ConnectionView
}) {
  const { connection } = props
  const opened = useOpenedDraft(connection.settings, props.jobId, props.isAlone)
  if (opened.error !== undefined)
    return (
      <div className="p-8">
        <ErrorNotice error={opened.error} />
      </div>
    )
  if (opened.draft === undefined) return <EarlyScans onBox={opened.catchBox} />
  return <ActivationForm key={opened.draft.id} start={opened.draft} opened={opened} connection={connection} />
}
