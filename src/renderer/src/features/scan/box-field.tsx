import { Camera as CameraIcon, CircleAlert, Keyboard, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ClipboardEvent, lazy, type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField } from 'react-aria-components/TextField'
import {
  type DeviceIdentifier,
  type IdentifierCaution,
  type IdentifierReading,
  readDeviceIdentifier,
} from '../../../../shared/domain/device-identifier.ts'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import {
  boxOfCodes,
  type BoxText,
  isMeant,
  listCodePoints,
  readBox,
  sayDoubt,
  sayReadingProblem,
  sayTextLength,
  sentOf,
  writeBox,
} from './box-text.ts'
import { forgetLabel } from './wedge/scan-watch.ts'
import { proposeSerial, spellOut } from '../../../../shared/domain/label/label.ts'
import { useIsUnusual } from '../../state/services.tsx'
import { useLabelKnowledge } from './use-labels.ts'

const CameraDialog = lazy(async () => ({ default: (await import('./camera/camera-dialog.tsx')).CameraDialog }))

interface BoxFieldProps {
  readonly box: BoxText
  readonly onChange: (box: BoxText) => void
  /** Called on Enter in the field, if the box can be read. Without it, such an Enter is left to the dialog around the field. */
  readonly onGoOn?: () => void
  readonly label: string
  readonly hint: string
  /** Whether the problem is shown even before the focus leaves the field. */
  readonly insist: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}

export function BoxField({ box, onChange, onGoOn, label, hint, insist, inputRef }: BoxFieldProps) {
  const [isLeft, setLeft] = useState(false)
  const [isSent, setSent] = useState(false)
  const reading = readBox(box)
  // A suggestion for an almost valid address is shown at once.
  const hasProposal = !reading.ok && reading.proposal !== undefined
  const isShown = insist || isSent || (isLeft && box.raw.trim() !== '') || hasProposal
  const problem = isShown ? sayReadingProblem(reading, box.raw) : undefined
  /** Handles the buttons of the field. Later codes of the scanned label are dropped, because they would overwrite the chosen box. */
  const settle = (next: BoxText): void => {
    forgetLabel(document)
    onChange(next)
  }
  const knowledge = useLabelKnowledge()
  /** A pasted text with more than the box, such as the words of a label, is read like a scan. */
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text')
    const pasted = boxOfCodes([{ text }], knowledge)
    if (readDeviceIdentifier(text).ok || pasted.raw === text) return
    event.preventDefault()
    settle(pasted)
  }
  return (
    <div className="grid content-start gap-2">
      <TextField
        value={box.raw}
        onChange={(raw) => {
          setSent(false)
          onChange({ raw, asSerial: box.asSerial && raw !== '' })
        }}
        isInvalid={problem !== undefined}
        validationBehavior="aria"
        className="grid justify-items-start gap-1"
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') {
            event.continuePropagation()
            return
          }
          if (!reading.ok && !event.ctrlKey && !event.metaKey) setSent(true)
          else if (onGoOn === undefined || event.ctrlKey || event.metaKey) event.continuePropagation()
          else onGoOn()
        }}
      >
        <Label className="sr-only">{label}</Label>
        <Input
          ref={inputRef}
          data-box-field
          onPaste={paste}
          placeholder={t('scan.invite')}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          translate="no"
          className="min-h-11 w-full rounded-normal border border-edge bg-field px-3 py-2 font-figures text-title font-bold caret-accent transition-colors placeholder:font-words placeholder:font-bold data-hovered:border-ink data-invalid:border-refused"
        />
        {problem === undefined ? (
          <Text slot="description" className="px-1 text-small text-soft">
            {reading.ok && !isMeant(box) ? sayDoubt(box) : <BoxWords reading={reading} hint={hint} />}
          </Text>
        ) : undefined}
        <FieldError className="flex max-w-xl items-start gap-1.5 text-start text-refused">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span>{problem}</span>
        </FieldError>
      </TextField>
      <div className="grid justify-items-start gap-3 empty:hidden">
        <PutRight box={box} onChange={settle} />
        {reading.ok ? <BoxCautions cautions={reading.cautions} /> : undefined}
        {reading.ok ? <BoxOddities box={box} identifier={reading.identifier} onChange={settle} /> : undefined}
        {isShown || reading.ok ? <BoxActions box={box} reading={reading} onChange={settle} /> : undefined}
      </div>
    </div>
  )
}

function BoxWords({ reading, hint }: { readonly reading: IdentifierReading; readonly hint: string }) {
  if (!reading.ok) return hint
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {t(`scan.kind.${reading.identifier.kind}`)}
      <strong className="text-ink">
        <Identifier identifier={reading.identifier} />
      </strong>
    </span>
  )
}

/** The reader is loaded on first use. */
export function CameraButton({ onBox }: { readonly onBox: (box: BoxText) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [isGone, setGone] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const backToField = (): void => {
    setOpen(false)
    // Waits until the closed dialog has returned the focus to the camera button.
    setTimeout(() => {
      const place = root.current?.closest('section, main') ?? document
      place.querySelector<HTMLElement>('[data-box-field]')?.focus()
    }, 100)
  }
  return (
    <div ref={root} className="grid justify-items-center gap-3">
      <Button
        size="large"
        onPress={() => {
          setGone(false)
          setOpen(true)
        }}
      >
        <CameraIcon aria-hidden size="1rem" />
        {t('camera.open')}
      </Button>
      {isGone ? (
        <div className="w-full max-w-2xl text-start">
          <Notice tone="warning">{t('camera.gone')}</Notice>
        </div>
      ) : undefined}
      {isOpen ? (
        <Suspense fallback={undefined}>
          <CameraDialog
            onBox={(box) => {
              backToField()
              onBox(box)
            }}
            onClose={backToField}
            onGone={() => {
              setGone(true)
              backToField()
            }}
          />
        </Suspense>
      ) : undefined}
    </div>
  )
}

interface BoxActionsProps {
  readonly box: BoxText
  readonly reading: IdentifierReading
  readonly onChange: (box: BoxText) => void
}

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
function BoxOddities(props: Omit<BoxActionsProps, 'reading'> & { readonly identifier: DeviceIdentifier }) {
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

export function NotUnderstood({ text }: { readonly text: string }) {
  const spelt = spellOut(text)
  const length = sayTextLength(spelt)
  const points = listCodePoints(spelt)
  return (
    <Notice tone="warning" announce="off">
      <span className="grid gap-1 [overflow-wrap:anywhere]">
        <span>{t(readDeviceIdentifier(text).ok ? 'scan.unreadShort' : 'scan.unread', { text: spelt.shown })}</span>
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
