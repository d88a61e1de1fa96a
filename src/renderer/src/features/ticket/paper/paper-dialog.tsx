import { Printer, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { papers, stickerPaper } from '../../../../../shared/domain/handout.ts'
import { t } from '../../../locale.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import type { HandoutModel } from '../handout-model.ts'
import { SavePdfButton } from '../handout.tsx'
import { InHandoutLanguage } from './handout-language.tsx'
import { HandoutSheet } from './handout-sheet.tsx'
import { PaperChoice } from './paper-choice.tsx'
import { PrintRun } from './print-run.tsx'
import { ShareLinks } from './share-links.tsx'
import { StickerSheet } from './sticker-sheet.tsx'

/** Opens the handouts on their paper: choose it, look at it, print it, share it. */
export function PaperButton(props: { readonly handouts: readonly HandoutModel[]; readonly size?: 'normal' | 'large' }) {
  const { handouts, size = 'normal' } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} onPress={() => setOpen(true)}>
        <ScrollText aria-hidden size={16} />
        {t('ticket.paper.open')}
      </Button>
      {isOpen ? <PaperDialog handouts={handouts} onClose={() => setOpen(false)} /> : undefined}
    </>
  )
}

const kinds = ['handout', 'sticker'] as const

/** The paper of handouts or box stickers, with a preview of the first. All are printed in one run. */
export function PaperDialog(props: { readonly handouts: readonly HandoutModel[]; readonly onClose: () => void }) {
  const { handouts, onClose } = props
  const paper = useSnapshot(({ preferences }) => preferences.handoutPaper)
  const [chosen, setKind] = useState<(typeof kinds)[number]>('handout')
  const boxes = handouts.filter(({ ticket }) => ticket.box !== undefined)
  const kind = boxes.length === 0 ? 'handout' : chosen
  const sheets =
    kind === 'sticker'
      ? boxes.map((handout) => <StickerSheet key={handout.ticket.reference} handout={handout} />)
      : handouts.map((handout) => <HandoutSheet key={handout.ticket.reference} handout={handout} paper={paper} />)
  const size = kind === 'sticker' ? stickerPaper : papers[paper]
  const [only] = handouts.length === 1 ? handouts : []
  return (
    <Dialog
      isOpen
      size="large"
      title={t('ticket.paper.title', { count: sheets.length })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.close')}</Button>
          <SavePdfButton name={`Setdesk ${only?.ticket.reference ?? ''}`} />
          <Button variant="primary" onPress={() => window.print()}>
            <Printer aria-hidden size="1rem" />
            {t('ticket.paper.print', { count: sheets.length })}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-5 narrow:grid-cols-[minmax(0,1fr)_15rem]">
        <figure
          aria-label={t('ticket.paper.preview')}
          className="sheet-preview rounded-normal border border-line bg-sunken"
        >
          {/* The real size, smaller: a sheet is shown as wide as there is room. */}
          <div style={{ zoom: Math.min(1, previewWidth / size.width) }} className="shadow-high" aria-hidden>
            <InHandoutLanguage>{sheets[0]}</InHandoutLanguage>
          </div>
        </figure>
        <div className="grid gap-4">
          {boxes.length === 0 ? undefined : (
            <RadioGroup
              label={t('ticket.paper.what')}
              choices={kinds.map((id) => ({ id, name: t(`ticket.paper.kinds.${id}`) }))}
              value={kind}
              onChange={setKind}
            />
          )}
          {kind === 'sticker' ? (
            <p className="text-small text-soft">{t('ticket.paper.sticker', { ...stickerPaper })}</p>
          ) : (
            <PaperChoice />
          )}
          {only === undefined || kind === 'sticker' ? undefined : (
            <InHandoutLanguage>
              <ShareLinks handout={only} />
            </InHandoutLanguage>
          )}
        </div>
      </div>
      <InHandoutLanguage>
        <PrintRun paper={size}>{sheets}</PrintRun>
      </InHandoutLanguage>
    </Dialog>
  )
}

/** In millimetres of CSS. */
const previewWidth = 78
