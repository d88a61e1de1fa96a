import type { ComponentProps } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { BoxField, CameraButton } from '../../scan/box-field.tsx'
import { BoxHolders, KnownBoxes } from '../../scan/known-boxes.tsx'
import { readBox, type BoxText } from '../../scan/box-text.ts'
import { LabelParts } from '../../scan/label-parts.tsx'
import { DraftField, useDraftForm } from './draft-field.tsx'
import type { ActivationState } from '../use-activation.ts'
import type { BoxMessages } from '../use-box-scans.ts'

interface BoxStepProps {
  readonly activation: ActivationState
  readonly messages: BoxMessages
  readonly inOtherWork: ComponentProps<typeof KnownBoxes>
  readonly onGoOn: () => void
}

/** The box step: a scanned or typed box, with what this computer knows of it. */
export function BoxStep({ activation, messages, inOtherWork, onGoOn }: BoxStepProps) {
  const { t } = useTranslation()
  const { control, setValue } = useDraftForm()
  const { draft, chooseKind } = activation
  const { defaultModel } = activation.connection
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
  const reading = readBox(own)
  return (
    <div className="grid gap-5">
      <div className="@container grid gap-3 rounded-large border-2 border-dashed border-accent/60 bg-accent-tint px-5 py-6">
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
      {isOfLabel || unnamed !== undefined ? (
        <div className="@container">
          <LabelParts box={box} onChange={putLabel} />
        </div>
      ) : undefined}
      <BoxHolders identifier={reading.ok ? reading.identifier : undefined} />
      <KnownBoxes {...inOtherWork} />
      {draft.correcting === undefined ? (
        <div>
          <Button variant="quiet" size="small" onPress={() => chooseKind('customer-alone')}>
            {t('activation.alone.begin')}
          </Button>
        </div>
      ) : undefined}
      <div className="max-w-80">
        <DraftField
          name="box.model"
          label={t('activation.box.model')}
          optional={t('ui.optional')}
          hint={defaultModel === '' ? undefined : t('activation.box.modelHint', { model: defaultModel })}
        />
      </div>
    </div>
  )
}
