import { Camera as CameraIcon, CircleAlert } from 'lucide-react'
import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField } from 'react-aria-components/TextField'
import type { IdentifierReading } from '../../../../shared/domain/device-identifier.ts'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import { type BoxText, isMeant, readBox, sayReadingProblem } from './box-text.ts'
import { BoxActions, BoxCautions, BoxOddities, PutRight } from './box-reading.tsx'
import { forgetLabel } from './wedge/scan-watch.ts'

const CameraDialog = lazy(async () => ({ default: (await import('./camera/camera-dialog.tsx')).CameraDialog }))

interface BoxFieldProps {
  readonly box: BoxText
  readonly onChange: (box: BoxText) => void
  /** Called on Enter in the field, if the box can be read. */
  readonly onGoOn: () => void
  readonly label: string
  readonly hint: string
  /** Whether the problem is shown even before the focus leaves the field. */
  readonly insist: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A large field for a typed or scanned box. Announces how the text is understood, and offers buttons to correct the text. */
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
          if (event.ctrlKey || event.metaKey) event.continuePropagation()
          else if (reading.ok) onGoOn()
          else setSent(true)
        }}
      >
        <Label className="sr-only">{label}</Label>
        <Input
          ref={inputRef}
          data-box-field
          placeholder={t('scan.invite')}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          translate="no"
          className="min-h-11 w-full rounded-normal border border-edge bg-field px-3 py-2 font-figures text-title font-bold caret-accent transition-colors placeholder:font-words placeholder:font-bold data-hovered:border-ink data-invalid:border-refused"
        />
        {problem === undefined ? (
          <Text slot="description" className="px-1 text-small text-soft">
            {reading.ok && !isMeant(box) ? t('scan.unnamed') : <BoxWords reading={reading} hint={hint} />}
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

/** A button beside the box field that reads a label by camera. The reader is loaded on first use. */
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
