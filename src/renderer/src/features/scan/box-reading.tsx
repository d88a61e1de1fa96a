import { Keyboard, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type DeviceIdentifier,
  type IdentifierCaution,
  type IdentifierReading,
  readDeviceIdentifier,
} from '../../../../shared/domain/device-identifier.ts'
import { proposeSerial } from '../../../../shared/domain/label/propose-serial.ts'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { t } from '../../locale.ts'
import { useIsUnusual } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type BoxText, listCodePoints, sayTextLength, sentOf, writeBox } from './box-text.ts'
import { useLabelKnowledge } from './use-labels.ts'

interface BoxActionsProps {
  readonly box: BoxText
  readonly reading: IdentifierReading
  readonly onChange: (box: BoxText) => void
}

/** Buttons for an unclear text: use the suggestion, or say what the text is. Renders nothing for a clear text. */
export function BoxActions({ box, reading, onChange }: BoxActionsProps) {
  const { proposal, problem } = reading.ok ? {} : reading
  const canBeSerial = !box.asSerial && isInDoubt(reading) && readDeviceIdentifier(box.raw, 'serial').ok
  const canBeMac = box.asSerial && isMac(box.raw)
  if (proposal === undefined && !canBeSerial && !canBeMac) return undefined
  const offer = (says: string, means: BoxText, variant: 'plain' | 'quiet') => (
    <Button size="large" variant={variant} onPress={() => onChange(means)}>
      {says}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {proposal === undefined
        ? undefined
        : offer(
            t(problem === 'keyboard-layout' ? 'scan.readAs' : 'scan.useProposal', { proposal }),
            { raw: proposal, asSerial: false },
            'plain',
          )}
      {canBeSerial ? offer(t('scan.asSerial'), { ...box, asSerial: true }, 'quiet') : undefined}
      {canBeMac ? offer(t('scan.asMac'), { ...box, asSerial: false }, 'quiet') : undefined}
    </div>
  )
}

/** Warnings about a box that was understood. The technician can use the box anyway. */
export function BoxCautions({ cautions }: { readonly cautions: readonly IdentifierCaution[] }) {
  if (cautions.length === 0) return undefined
  return (
    <ul className="grid gap-1">
      {cautions.map((caution) => (
        <li key={caution}>
          <Remark>{t(`scan.cautions.${caution}`)}</Remark>
        </li>
      ))}
    </ul>
  )
}

function Remark(props: { readonly icon?: LucideIcon; readonly look?: string; readonly children: ReactNode }) {
  const { icon: Icon = TriangleAlert, look = 'text-waiting' } = props
  return (
    <p className={`flex items-start gap-1.5 text-small [overflow-wrap:anywhere] ${look}`}>
      <Icon aria-hidden size={14} className="mt-px shrink-0" />
      {props.children}
    </p>
  )
}

/** Warns of an unknown maker, or of a serial number that almost matches a known pattern. The technician can use the box anyway. */
export function BoxOddities(props: Omit<BoxActionsProps, 'reading'> & { readonly identifier: DeviceIdentifier }) {
  const { box, identifier, onChange } = props
  const { patterns } = useLabelKnowledge()
  const isUnusual = useIsUnusual(identifier)
  const proposal = identifier.kind === 'serial' ? proposeSerial(identifier.value, patterns) : undefined
  if (!isUnusual && proposal === undefined) return undefined
  return (
    <div className="grid justify-items-start gap-2">
      <Remark>{t(proposal === undefined ? 'scan.unknownPrefix' : 'scan.serialSlip')}</Remark>
      {proposal === undefined ? undefined : (
        <Button size="large" onPress={() => onChange({ ...box, raw: proposal })}>
          {t('scan.useProposal', { proposal })}
        </Button>
      )}
    </div>
  )
}

/** Warnings about an accepted box, with buttons to act on them. Renders nothing without warnings. */
export function BoxDoubts({ box, reading, onChange }: BoxActionsProps) {
  if (!reading.ok) return undefined
  return (
    <div className="grid gap-2 empty:hidden">
      <BoxCautions cautions={reading.cautions} />
      <BoxOddities box={box} identifier={reading.identifier} onChange={onChange} />
      <BoxActions box={box} reading={reading} onChange={onChange} />
    </div>
  )
}

/**
 * Says that the text of a scanned box was corrected by the learnt keyboard layout. `onChange` receives the box as the scanner sent
 * it. A screen that offers another way to correct the box passes no `onChange`.
 */
export function PutRight({ box, onChange }: Pick<BoxActionsProps, 'box'> & Partial<BoxActionsProps>) {
  const sent = sentOf(box)
  if (sent === undefined) return undefined
  const { shown } = spellOut(sent)
  return (
    <div data-put-right className="grid justify-items-start gap-2">
      <Remark icon={Keyboard} look="text-soft">
        {t('scan.putRight', { sent: shown, code: writeBox(box) })}
      </Remark>
      {onChange !== undefined && readDeviceIdentifier(sent).ok ? (
        <Button variant="quiet" onPress={() => onChange({ raw: sent, asSerial: false })}>
          {t('scan.asSent', { sent: shown })}
        </Button>
      ) : undefined}
    </div>
  )
}

/** Shows a scanned text that names no box, and lists the code points of its unusual characters. */
export function NotUnderstood({ text }: { readonly text: string }) {
  const spelt = spellOut(text)
  const length = sayTextLength(spelt)
  const points = listCodePoints(spelt)
  return (
    <Notice tone="warning" announce="off">
      <span className="grid gap-1 [overflow-wrap:anywhere]">
        <span>{t('scan.unread', { text: spelt.shown })}</span>
        {length === undefined ? undefined : <span>{length}</span>}
        {points === undefined ? undefined : (
          <span>
            {t('scan.codePoints')}{' '}
            <span translate="no" className="font-figures">
              {points}
            </span>
          </span>
        )}
      </span>
    </Notice>
  )
}

/** Announces a scanned text that names no box, in a permanent live region, so that a screen reader notices later texts. */
export function UnreadScan({ text }: { readonly text: string | undefined }) {
  return (
    <div aria-live="polite" className="text-start empty:hidden">
      {text === undefined ? undefined : <NotUnderstood text={text} />}
    </div>
  )
}

function isInDoubt(reading: IdentifierReading): boolean {
  if (!reading.ok) return reading.problem !== 'empty'
  return reading.cautions.some((caution) => caution === 'digits-only' || caution === 'nearly-mac')
}

function isMac(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return reading.ok && reading.identifier.kind === 'mac'
}
