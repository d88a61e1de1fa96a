import { ArrowRight } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { t } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { DeviceLabel } from '../ticket/device-label.tsx'
import { BoxField, CameraButton } from './box-field.tsx'
import { isMeant, sentOf } from './box-of-codes.ts'
import { readBox, type BoxText } from './box-text.ts'
import { UnreadScan } from './box-reading.tsx'
import { useLabels } from './use-labels.ts'
import { forgetLabel } from './wedge/scan-watch.ts'

/** Loaded when there is a label with several codes, so that Home opens faster. */
const LabelParts = lazy(async () => ({ default: (await import('./label-parts.tsx')).LabelParts }))

interface ScanBoxProps {
  /** Called with a readable box that was scanned, or typed and confirmed. */
  readonly onBox: (box: BoxText) => void
}

/** The large box field on Home. It takes scans wherever the focus is, and typing. */
export function ScanBox({ onBox }: ScanBoxProps) {
  const [box, setBox] = useState<BoxText>({ raw: '', asSerial: false })
  const [insist, setInsist] = useState(false)
  const [unread, setUnread] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const reading = readBox(box)
  // An article number alone looks like a serial number, so the technician must decide.
  const isBox = reading.ok && isMeant(box)

  const take = (next: BoxText): void => {
    setUnread(undefined)
    setInsist(false)
    setBox(next)
  }
  const goOn = (): void => {
    forgetLabel(document)
    if (isBox) onBox(box)
    else setInsist(true)
  }
  useLabels({
    heard: take,
    gathered: (scanned) => {
      take(scanned)
      if (readBox(scanned).ok && isMeant(scanned)) onBox(scanned)
      else {
        setInsist(true)
        input.current?.focus()
      }
    },
    unread: setUnread,
  })

  return (
    <section
      aria-label={t('scan.invite')}
      className="@container grid gap-3 rounded-label border border-stock-line bg-surface p-2.5 shadow-lift"
    >
      <div className="grid items-start gap-2 @min-[30rem]:grid-cols-[minmax(0,1fr)_auto]">
        <BoxField
          box={box}
          onChange={take}
          onGoOn={goOn}
          label={t('scan.label')}
          hint={t('scan.how')}
          insist={insist}
          inputRef={input}
        />
        <CameraButton onBox={onBox} />
      </div>
      {box.parts !== undefined && isBox ? (
        <div data-scanned className="w-full max-w-2xl">
          <DeviceLabel
            deviceLabel={{ identifier: reading.identifier, model: box.model ?? '', raw: sentOf(box) ?? box.raw }}
          />
        </div>
      ) : undefined}
      {box.parts === undefined ? undefined : (
        <Suspense>
          <LabelParts
            box={box}
            onChange={(next) => {
              forgetLabel(document)
              take(next)
            }}
          />
        </Suspense>
      )}
      {isBox ? (
        <div>
          <Button variant="primary" size="large" onPress={goOn}>
            {t('scan.go')}
            <ArrowRight aria-hidden size={16} />
          </Button>
        </div>
      ) : undefined}
      <UnreadScan text={unread} />
    </section>
  )
}
