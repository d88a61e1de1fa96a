import type { ComponentProps } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { BoxField, CameraButton } from '../../scan/box-field.tsx'
import { BoxDoubts, PutRight } from '../../scan/box-reading.tsx'
import type { BoxText } from '../../scan/box-text.ts'
import { BoxOwners, KnownBoxes } from '../../scan/known-boxes.tsx'
import { LabelParts } from '../../scan/label-parts.tsx'
import { DeviceLabel } from '../../ticket/device-label.tsx'
import type { ActivationState } from '../use-activation.ts'
import type { BoxMessages } from '../use-box-scans.ts'
import { useDraftForm } from './draft-field.tsx'

interface BoxPartProps {
  /** The box is certain and shown as its label. */
  readonly isLabel: boolean
  readonly activation: ActivationState
  readonly messages: BoxMessages
  readonly inOtherWork: ComponentProps<typeof KnownBoxes>
  /** The technician goes to the customer who has the box. */
  readonly onLeave: () => void
  /** The technician confirmed the typed box. */
  readonly onGoOn: () => void
}

/** The box: a field to scan or type it, which becomes its label, with what this computer knows of it. */
export function BoxPart(props: BoxPartProps) {
  const { reading } = props.activation
  return (
    <section aria-label={t('ticket.box')} className="grid gap-3" data-path="box.raw">
      {props.isLabel ? <BoxLabel {...props} /> : <OpenBox {...props} />}
      <BoxOwners identifier={reading.box.ok ? reading.box.identifier : undefined} onLeave={props.onLeave} />
      <KnownBoxes {...props.inOtherWork} />
    </section>
  )
}

function BoxLabel({ activation, messages }: BoxPartProps) {
  const { draft, reading, putBox } = activation
  if (!reading.box.ok) return undefined
  return (
    <>
      <DeviceLabel
        deviceLabel={{ identifier: reading.box.identifier, model: draft.box.model.trim(), raw: draft.box.raw }}
      />
      <PutRight box={{ ...draft.box, parts: messages.parts }} onChange={putBox} />
      <BoxDoubts box={draft.box} reading={reading.box} onChange={putBox} />
    </>
  )
}

function OpenBox({ activation, messages, onGoOn }: BoxPartProps) {
  const { control, setValue } = useDraftForm()
  const { draft, chooseBox } = activation
  const { parts, unnamed, putLabel, forgetUnnamed } = messages
  const raw = useController({ name: 'box.raw', control })
  const asSerial = useController({ name: 'box.asSerial', control })
  const model = useWatch({ name: 'box.model', control })
  const take = (box: BoxText): void => {
    // The technician typed a box or said what a text is.
    forgetUnnamed()
    setValue('box.raw', box.raw, { shouldDirty: true })
    setValue('box.asSerial', box.asSerial)
  }
  const isOfLabel = parts.some(({ text }) => text === raw.field.value)
  const own = { raw: raw.field.value, asSerial: asSerial.field.value, ...(isOfLabel && { model, parts }) }
  const box = unnamed ?? own
  const isEmpty = box.raw.trim() === ''
  return (
    <>
      <div className="@container rounded-label border-2 border-dashed border-accent/60 bg-accent-tint p-2.5">
        <div className="grid items-start gap-2 @min-[30rem]:grid-cols-[minmax(0,1fr)_auto]">
          <BoxField
            box={box}
            onChange={take}
            onGoOn={onGoOn}
            label={t('scan.label')}
            hint={t('activation.box.hint')}
            insist={raw.fieldState.error !== undefined}
            inputRef={raw.field.ref}
          />
          <CameraButton onBox={putLabel} />
        </div>
      </div>
      {isOfLabel || unnamed !== undefined ? (
        <div className="@container">
          <LabelParts box={box} onChange={putLabel} />
        </div>
      ) : undefined}
      {isEmpty && draft.correcting === undefined ? (
        <div>
          <Button variant="quiet" size="small" onPress={() => chooseBox(false)}>
            {t('activation.alone.begin')}
          </Button>
        </div>
      ) : undefined}
    </>
  )
}
