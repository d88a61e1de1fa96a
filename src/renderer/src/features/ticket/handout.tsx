import { FileDown } from 'lucide-react'
import { papers } from '../../../../shared/domain/handout/handout.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { t } from '../../locale.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import type { HandoutModel } from './handout-model.ts'
import { HandoutSheet } from './paper/handout-sheet.tsx'
import { PrintRun, InHandoutLanguage } from './paper/print-run.tsx'

/** The handout for the customer, on the paper of this computer. Visible only on paper, and marked until the job is done. */
export function Handout({ handout }: { readonly handout: HandoutModel }) {
  const paper = useSnapshot(({ preferences }) => preferences.handoutPaper)
  return (
    <InHandoutLanguage>
      <PrintRun paper={papers[paper]}>
        <HandoutSheet handout={handout} paper={paper} />
      </PrintRun>
    </InHandoutLanguage>
  )
}

/** Saves the handout as a PDF, for a computer without a printer. In a browser the print dialog can do that. */
export function SavePdfButton(props: { readonly name: string; readonly size?: 'normal' | 'large' }) {
  const { name, size = 'normal' } = props
  const { view } = useServices()
  const isOffered = useSnapshot(({ host }) => host === 'electron')
  const save = useCall('page.save-pdf')
  if (!isOffered) return undefined
  const press = async (): Promise<void> => {
    const reply = await save.run({ name: fileName(name) })
    if (reply.ok && reply.value.isSaved) view.say(t('ticket.pdfSaved'))
  }
  return (
    <>
      <Button size={size} isDisabled={save.isBusy} onPress={() => void press()}>
        <FileDown aria-hidden size={16} />
        {t('ticket.savePdf')}
      </Button>
      <ErrorNotice error={save.error} />
    </>
  )
}

/** Replaces characters that some systems do not allow in file names. */
const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ')
    .trim()
    .slice(0, 80) || 'Setdesk'
