import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { proposeSerial } from '../../../../shared/domain/label/propose-serial.ts'
import { useIsUnusual } from '../../state/use-vendor.ts'
import { Button } from '../../ui/button.tsx'
import type { BoxText } from './box-text.ts'
import { useLabelKnowledge } from './use-label-knowledge.ts'

export interface BoxOdditiesProps {
  readonly box: BoxText
  readonly identifier: DeviceIdentifier
  readonly onChange: (box: BoxText) => void
}

/**
 * Warnings from this computer's knowledge: an address of no known maker, or a serial number that almost matches a known
 * pattern. They block nothing.
 */
export function BoxOddities({ box, identifier, onChange }: BoxOdditiesProps) {
  const { t } = useTranslation()
  const { patterns } = useLabelKnowledge()
  const isUnusual = useIsUnusual(identifier)
  const proposal = identifier.kind === 'serial' ? proposeSerial(identifier.value, patterns) : undefined
  if (!isUnusual && proposal === undefined) return undefined
  return (
    <div className="grid justify-items-start gap-2">
      <p className="flex items-start gap-1.5 text-small text-waiting">
        <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
        {t(proposal === undefined ? 'scan.unknownPrefix' : 'scan.serialSlip')}
      </p>
      {proposal === undefined ? undefined : (
        <Button
          size="large"
          onPress={() => {
            onChange({ ...box, raw: proposal })
          }}
        >
          {t('scan.useProposal', { proposal })}
        </Button>
      )}
    </div>
  )
}
