import { Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { Button } from '../../ui/button.tsx'
import { sentOf } from './box-of-codes.ts'
import { writeBox } from './box-reading.tsx'
import type { BoxText } from './box-text.ts'

export interface PutRightProps {
  readonly box: BoxText
  /** Uses the box as it was sent. Absent if the screen corrects it in another way. */
  readonly onChange?: (box: BoxText) => void
}

/** Says that a scanned box was corrected by the keyboard layout that was learnt. */
export function PutRight({ box, onChange }: PutRightProps) {
  const { t } = useTranslation()
  const sent = sentOf(box)
  if (sent === undefined) return undefined
  const { shown } = spellOut(sent)
  return (
    <div data-put-right className="grid justify-items-start gap-2">
      <p className="flex items-start gap-1.5 text-small [overflow-wrap:anywhere] text-soft">
        <Keyboard aria-hidden size={14} className="mt-px shrink-0" />
        {t('scan.putRight', { sent: shown, code: writeBox(box) })}
      </p>
      {onChange !== undefined && readDeviceIdentifier(sent).ok ? (
        <Button
          variant="quiet"
          onPress={() => {
            onChange({ raw: sent, asSerial: false })
          }}
        >
          {t('scan.asSent', { sent: shown })}
        </Button>
      ) : undefined}
    </div>
  )
}
