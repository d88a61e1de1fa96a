import { useController, useWatch } from 'react-hook-form'
import type { JobSummary } from '../../../../../shared/domain/job.ts'
import type { LabelPart } from '../../../../../shared/domain/label/label.ts'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { BoxField, CameraButton } from '../../scan/box-field.tsx'
import { BoxHolders, KnownBoxes } from '../../scan/known-boxes.tsx'
import { readBox, type BoxText } from '../../scan/box-text.ts'
import { LabelParts } from '../../scan/label-parts.tsx'
import { DraftField } from './draft-field.tsx'
import { useDraftForm } from '../draft/draft-form.ts'

export interface BoxStepProps {
  readonly known: readonly JobSummary[]
  readonly isKnownChosen: boolean
  readonly onChooseKnown: () => void
  readonly onGoOn: () => void
  readonly defaultModel: string
  /** The codes of the box's label; empty if the box was typed. */
  readonly parts: readonly LabelPart[]
  /** A label that names no box, shown until the technician says what it is. */
  readonly unnamed: BoxText | undefined
  readonly onLabel: (box: BoxText) => void
  /** The technician typed a box or said what a text is, so the unnamed label is dropped. */
  readonly onSettled: () => void
  /** Creates the customer without a box. Absent if the work needs one. */
  readonly onAlone: (() => void) | undefined
}

/** The box step: a scanned or typed box, with what this computer knows of it. */
export function BoxStep(props: BoxStepProps) {
  const { known, isKnownChosen, onChooseKnown, onGoOn, defaultModel, parts, unnamed, onLabel, onSettled, onAlone } =
    props
  const { control, setValue } = useDraftForm()
  const raw = useController({ name: 'box.raw', control })
  const asSerial = useController({ name: 'box.asSerial', control })
  const model = useWatch({ name: 'box.model', control })
  const take = (box: BoxText): void => {
    onSettled()
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
        <CameraButton onBox={onLabel} />
      </div>
      {isOfLabel || unnamed !== undefined ? (
        <div className="@container">
          <LabelParts box={box} onChange={onLabel} />
        </div>
      ) : undefined}
      <BoxHolders identifier={reading.ok ? reading.identifier : undefined} />
      <KnownBoxes jobs={known} isChosen={isKnownChosen} onChoose={onChooseKnown} />
      {onAlone === undefined ? undefined : (
        <div>
          <Button variant="quiet" size="small" onPress={onAlone}>
            {t('activation.alone.begin')}
          </Button>
        </div>
      )}
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
