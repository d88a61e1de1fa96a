import { stickerPaper } from '../../../../../shared/domain/handout/handout.ts'
import { drawCode128 } from '../bar-strip.tsx'
import type { HandoutModel } from '../ticket-model.ts'
import { Identifier } from '../device-label.tsx'
import { QrCode } from '../log-in-card.tsx'
import { SheetHead } from './handout.tsx'
import { Sheet, useHandoutSpeech } from './print-run.tsx'

/** The width of a module in millimetres. It is two dots of a 203 dpi print head, so that every bar consists of whole dots. */
const moduleWidth = (2 * 25.4) / 203

/** A sticker for the box, with its identifier for reading and scanning. The sticker never contains the customer's name or credentials. */
export function StickerSheet({ handout }: { readonly handout: HandoutModel }) {
  const { box } = handout.ticket
  const { t } = useHandoutSpeech()
  if (box === undefined) return undefined
  const { kind, value } = box.identifier
  return (
    <Sheet paper={stickerPaper} look="sheet-sticker">
      <div className="sheet-box">
        <div>
          <SheetHead handout={handout} />
          <p>
            {t(`ticket.sticker.${kind}`)}{' '}
            <b>
              <Identifier identifier={box.identifier} />
            </b>
          </p>
          <p>{box.model}</p>
        </div>
        <QrCode text={value} label={value} />
      </div>
      <Bars text={value} />
    </Sheet>
  )
}

/** Draws the text as Code 128 if the bars fit on the sticker. A longer text is only in the QR code. */
export function Bars({ text }: { readonly text: string }) {
  const code = drawCode128(text)
  const width = (code?.width ?? 0) * moduleWidth
  if (code === undefined || width > stickerPaper.printed) return undefined
  return (
    <svg
      className="sheet-bars"
      viewBox={`0 0 ${String(code.width)} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ width: `${width.toFixed(3)}mm` }}
      aria-hidden
    >
      {code.bars.map((bar) => (
        <rect key={bar.at} x={bar.at} y={0} width={bar.width} height={1} fill="#000" />
      ))}
    </svg>
  )
}
