import {
  textForms,
  textLayoutSchema,
  type TextForm,
  type TextLayout,
} from '../../../../../shared/domain/field-mapping/text-layout.ts'
import { t } from '../../../locale.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select, type SelectChoice } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { nameOfSeparator, offered, separatorOf, usedSeparators, type SeparatorName } from './separators.ts'

interface LayoutFormProps {
  readonly layout: TextLayout
  readonly onChange: (layout: TextLayout) => void
}

const other = 'other'
type Chosen = (typeof offered)[SeparatorName][number] | typeof other

/** How a plain text is split: its form, and the separators of records, fields, and names from values. */
export function LayoutForm({ layout, onChange }: LayoutFormProps) {
  return (
    <div className="grid gap-4">
      <RadioGroup<TextForm>
        label={t('console.text.form')}
        value={layout.form}
        choices={textForms.map((id) => ({
          id,
          name: t(`console.text.forms.${id}.name`),
          note: t(`console.text.forms.${id}.note`),
        }))}
        onChange={(form) => onChange({ ...layout, form })}
      />
      <div className="grid items-start gap-x-4 gap-y-3.5 narrow:grid-cols-3">
        {usedSeparators(layout).map((name) => (
          <Separator
            key={name}
            name={name}
            layout={layout}
            onChange={(separator) => onChange({ ...layout, [name]: separator })}
          />
        ))}
      </div>
    </div>
  )
}

interface SeparatorProps {
  readonly name: SeparatorName
  readonly layout: TextLayout
  readonly onChange: (separator: string) => void
}

/** Selects one separator: a usual one, or any other that is typed. */
function Separator({ name, layout, onChange }: SeparatorProps) {
  const value = layout[name]
  const known = nameOfSeparator(value)
  const chosen: Chosen = known !== undefined && offered[name].includes(known) ? known : other
  const fault = faultOf(layout, name)
  const error = fault && t(`console.text.faults.${fault}`)
  const choices: readonly SelectChoice<Chosen>[] = [
    ...offered[name].map((id) => ({ id, name: t(`console.text.separators.${id}`) })),
    { id: other, name: t('console.text.separators.other') },
  ]
  return (
    <div className="grid content-start gap-2">
      <Select<Chosen>
        label={t(`console.text.${name}`)}
        value={chosen}
        choices={choices}
        onChange={(id) => onChange(id === other ? '' : separatorOf(id))}
        error={chosen === other ? undefined : error}
      />
      {chosen === other ? (
        <TextField
          label={t(`console.text.other.${name}`)}
          figures
          maxLength={10}
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : undefined}
    </div>
  )
}

/** The problem of a separator. If two are equal, the later one gets the error. */
function faultOf(layout: TextLayout, name: SeparatorName) {
  const value = layout[name]
  if (value === '') return 'required'
  const used = usedSeparators(layout)
  if (used.slice(0, used.indexOf(name)).some((earlier) => layout[earlier] === value)) return 'same'
  return textLayoutSchema.shape[name].safeParse(value).success ? undefined : 'quote'
}
