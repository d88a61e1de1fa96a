import { useTranslation } from 'react-i18next'
import { TriangleAlert } from 'lucide-react'
import {
  identifierOnWire,
  readDeviceIdentifier,
  type IdentifierCaution,
  type IdentifierReading,
} from '../../../../shared/domain/device-identifier.ts'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { Button } from '../../ui/button.tsx'
import { BoxOddities } from './box-oddities.tsx'
import type { BoxText } from './box-text.ts'

export type { BoxText } from './box-text.ts'

export interface BoxActsProps {
  readonly box: BoxText
  readonly reading: IdentifierReading
  readonly onChange: (box: BoxText) => void
}

/** Buttons for an unclear text: use the suggestion, or say what the text is. Renders nothing for a clear one. */
export function BoxActs({ box, reading, onChange }: BoxActsProps) {
  const { t } = useTranslation()
  const proposal = reading.ok ? undefined : reading.proposal
  const couldBeSerial = !box.asSerial && isInDoubt(reading) && readDeviceIdentifier(box.raw, 'serial').ok
  const couldBeMac = box.asSerial && isOtherwise(box.raw)
  if (proposal === undefined && !couldBeSerial && !couldBeMac) return undefined
  return (
    <div className="flex flex-wrap gap-2">
      {proposal === undefined ? undefined : (
        <Button
          size="large"
          onPress={() => {
            onChange({ raw: proposal, asSerial: false })
          }}
        >
          <span>
            {t(!reading.ok && reading.problem === 'keyboard-layout' ? 'scan.readAs' : 'scan.useProposal', { proposal })}
          </span>
        </Button>
      )}
      {couldBeSerial ? (
        <Button
          size="large"
          variant="quiet"
          onPress={() => {
            onChange({ ...box, asSerial: true })
          }}
        >
          {t('scan.asSerial')}
        </Button>
      ) : undefined}
      {couldBeMac ? (
        <Button
          size="large"
          variant="quiet"
          onPress={() => {
            onChange({ ...box, asSerial: false })
          }}
        >
          {t('scan.asMac')}
        </Button>
      ) : undefined}
    </div>
  )
}

/** Warnings about an address. They block nothing. */
export function BoxCautions({ cautions }: { readonly cautions: readonly IdentifierCaution[] }) {
  const { t } = useTranslation()
  if (cautions.length === 0) return undefined
  return (
    <ul className="grid gap-1 text-small text-waiting">
      {cautions.map((caution) => (
        <li key={caution} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
          {t(`scan.cautions.${caution}`)}
        </li>
      ))}
    </ul>
  )
}

/** Warnings about an accepted box, with buttons to act on them. Renders nothing without warnings. */
export function BoxDoubts({ box, reading, onChange }: BoxActsProps) {
  if (!reading.ok) return undefined
  return (
    <div className="grid gap-2 empty:hidden">
      <BoxCautions cautions={reading.cautions} />
      <BoxOddities box={box} identifier={reading.identifier} onChange={onChange} />
      <BoxActs box={box} reading={reading} onChange={onChange} />
    </div>
  )
}

/** A box within a sentence: formatted as on its label, or the text as far as it can be shown. */
export function writeBox(box: BoxText): string {
  const reading = readBox(box)
  return reading.ok ? identifierOnWire(reading.identifier, 'colon') : spellOut(box.raw).shown
}

/** Reads a box as it was given. */
export function readBox(box: BoxText): IdentifierReading {
  return readDeviceIdentifier(box.raw, box.asSerial ? 'serial' : undefined)
}

function isInDoubt(reading: IdentifierReading): boolean {
  if (!reading.ok) return reading.problem !== 'empty'
  return reading.cautions.some((caution) => caution === 'digits-only' || caution === 'nearly-mac')
}

function isOtherwise(raw: string): boolean {
  const reading = readDeviceIdentifier(raw)
  return reading.ok && reading.identifier.kind === 'mac'
}
