import { type LabelRole, labelRoles, spellOut } from '../../../../shared/domain/label/label.ts'
import { assignRole, keepHabit } from '../../../../shared/domain/label/sort-label.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { Select } from '../../ui/select.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { boxOfParts, type BoxText, listOthers, namesBox, readBox, writeBox } from './box-text.ts'
import { useLabelKnowledge } from './use-labels.ts'

interface LabelPartsProps {
  readonly box: BoxText
  readonly onChange: (box: BoxText) => void
}

/**
 * The codes of a label with their roles. If the technician changes a role, Setdesk remembers the new role for similar codes of this model.
 */
export function LabelParts({ box, onChange }: LabelPartsProps) {
  const { habits } = useLabelKnowledge()
  const save = useCall('preferences.save')
  const { parts = [], model = '' } = box
  const [first, ...others] = parts
  // A single code that clearly is a box, or cannot be a box, needs no choice. A code whose role was just changed stays visible.
  const isClear = others.length === 0 && first?.by !== 'person' && (namesBox(box) || !readBox(box).ok)
  if (first === undefined || isClear) return undefined
  const assign = (index: number, role: LabelRole): void => {
    const part = parts[index]
    if (part === undefined || part.role === role) return
    const next = boxOfParts(assignRole(parts, index, role), part.role === 'model' ? '' : model, part.text)
    onChange(next)
    void save.run({ labelHabits: [...keepHabit(habits, part.text, next.model ?? '', role)] })
  }
  return (
    <fieldset className="grid gap-2 rounded-normal border border-line bg-surface px-4 pt-2 pb-4 text-start">
      <legend className="px-1 text-small font-semibold">{t('scan.parts.title')}</legend>
      <div className="grid gap-x-4 gap-y-3 @min-[36rem]:grid-cols-2">
        {parts.map((part, index) => (
          <Select
            key={`${part.code} ${part.text}`}
            label={spellOut(part.text, { most: 30 }).shown}
            choices={labelRoles.map((role) => ({ id: role, name: t(`scan.roles.${role}`) }))}
            value={part.role}
            onChange={(role) => assign(index, role)}
          />
        ))}
      </div>
      <p className="text-small text-soft">{t('scan.parts.note')}</p>
      <ErrorNotice error={save.error} />
    </fieldset>
  )
}

/**
 * Names the other codes of a label that may be the box, and offers to use one of them. The technician who chose the box knows of them
 * already, and so does the label that names its serial number.
 */
export function OtherAddresses({ box, onChange }: LabelPartsProps) {
  const { parts = [], model = '' } = box
  const isOpen = (kind: 'mac' | 'serial'): boolean =>
    parts.some(
      ({ role, by, text }) =>
        role === kind && text === box.raw && (kind === 'mac' ? by !== 'person' : by === 'grammar'),
    )
  const kind = (['mac', 'serial'] as const).find(isOpen)
  if (kind === undefined) return undefined
  return listOthers(parts, kind).map((index) => {
    const { text = '' } = parts[index] ?? {}
    const other = boxOfParts(assignRole(parts, index, kind), model, text)
    return <OtherBox key={text} code={writeBox(other)} onChoose={() => onChange(other)} />
  })
}

/** Says that another code of the label may be the box, and offers to use it. */
export function OtherBox({ code, onChoose }: { readonly code: string; readonly onChoose: () => void }) {
  return (
    <Notice tone="warning" actions={<Button onPress={onChoose}>{t('scan.useProposal', { proposal: code })}</Button>}>
      {t('scan.other', { code })}
    </Notice>
  )
}
