import { FileUp } from 'lucide-react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { largestDocumentFile } from '../../../../shared/domain/fleet-document.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { isolate, t } from '../../locale.ts'
import { useServices } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const reasons = ['forged', 'other-key', 'older', 'unusable'] as const

/** Lets a supervisor give the fleet a file that the operator has signed. */
export function PutDocument() {
  const { view } = useServices()
  const put = useCall('fleet.put-document')
  const give = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    // A file that is too large cannot be a document. An empty text is sent instead, which the main process refuses.
    const reply = await put.run({ text: file.size > largestDocumentFile ? '' : await file.text() })
    if (!reply.ok) return
    const { kind, name, serial } = reply.value
    view.say(
      t('settings.documents.give.given', { kind: t(`settings.documents.kinds.${kind}`), name: isolate(name), serial }),
    )
  }
  const reason = put.error?.code === 'file-unusable' && reasons.find((one) => one === put.error?.detail)
  return (
    <div className="grid justify-items-start gap-3 pt-3">
      <p className="text-small text-soft">{t('settings.documents.give.note')}</p>
      <FileTrigger acceptedFileTypes={['.json', 'application/json']} onSelect={(files) => void give(files?.[0])}>
        <Button isDisabled={put.isBusy}>
          <FileUp aria-hidden size="1rem" />
          {t('settings.documents.give.choose')}
        </Button>
      </FileTrigger>
      {reason ? (
        <Notice tone="bad">{t(`settings.documents.give.problems.${reason}`)}</Notice>
      ) : (
        <ErrorNotice error={put.error} />
      )}
    </div>
  )
}
