import { useEffect } from 'react'
import { stickerPaper } from '../../../../shared/domain/handout.ts'
import type { BegunMission } from '../../../../shared/domain/missions.ts'
import { t } from '../../locale.ts'
import { QrCode } from '../ticket/log-in-card.tsx'
import { Identifier } from '../ticket/identifier.tsx'
import { PrintRun, Sheet } from '../ticket/paper/print-run.tsx'
import { Bars } from '../ticket/paper/sticker-sheet.tsx'

/** Prints the labels of a mission as stickers, once. */
export function MissionLabels({ begun, onPrinted }: { readonly begun: BegunMission; readonly onPrinted: () => void }) {
  useEffect(() => {
    window.print()
    onPrinted()
  })
  return (
    <PrintRun paper={stickerPaper}>
      {[begun.broken, begun.box].map((value) =>
        value === undefined ? undefined : (
          <Sheet key={value} paper={stickerPaper} look="sheet-sticker">
            <div className="sheet-box">
              <div>
                <p>{t(value === begun.broken ? 'missions.brokenLabel' : 'missions.label')}</p>
                <p>
                  <b>
                    <Identifier identifier={{ kind: 'mac', value }} />
                  </b>
                </p>
              </div>
              <QrCode text={value} label={value} />
            </div>
            <Bars text={value} />
          </Sheet>
        ),
      )}
    </PrintRun>
  )
}
