import type { TextView } from '../../../../../shared/bridge/console-channels.ts'
import {
  columnMeanings,
  columnsOf,
  lineBreak,
  nameColumn,
  type TextColumn,
  type TextForm,
  textForms,
  type TextLayout,
  textLayoutSchema,
  unusedColumn,
} from '../../../../../shared/domain/field-mapping/field-mapping.ts'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { nameOfSeparator, offered, sayLayout, type SeparatorName, separatorOf, usedSeparators } from './separators.ts'
import { useState } from 'react'
import { Group } from 'react-aria-components/Group'
import { clsx } from 'clsx'
import { Select, type SelectChoice } from '../../../ui/select.tsx'
import { RadioGroup } from '../../../ui/choices.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface TextPanelProps {
  readonly operation: string
  /** The answer as received. */
  readonly example: string
  readonly text: TextView
  readonly layout: TextLayout | null
  readonly onChange: (layout: TextLayout | null) => void
}

const usual: TextLayout = {
  form: 'named',
  recordSeparator: lineBreak,
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: {},
}

/** Shows how a plain text answer is split into records. Setdesk proposes a layout, which the engineer confirms or changes. */
export function TextPanel({ operation, example, text, layout, onChange }: TextPanelProps) {
  return (
    <Panel
      title={t('console.text.title')}
      note={t('console.text.note')}
      aside={layout === null ? undefined : <Button onPress={() => onChange(null)}>{t('console.text.asWords')}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {layout === null ? (
          <Proposal text={text} onChange={onChange} />
        ) : (
          <>
            <LayoutForm layout={layout} onChange={onChange} />
            <ExampleText
              text={example}
              layout={layout}
              onPoint={(name, separator) => onChange({ ...layout, [name]: separator })}
            />
            <Outcome operation={operation} text={text} layout={layout} onChange={onChange} />
          </>
        )}
      </div>
    </Panel>
  )
}

function Proposal({ text, onChange }: Pick<TextPanelProps, 'text' | 'onChange'>) {
  const { proposed, total } = text
  if (proposed === undefined)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-soft">{t('console.text.words')}</p>
        <Button onPress={() => onChange(usual)}>{t('console.text.byHand')}</Button>
      </div>
    )
  return (
    <>
      <Notice tone="info" actions={<Button onPress={() => onChange(proposed)}>{t('console.text.use')}</Button>}>
        {t('console.text.proposed', { count: total, layout: sayLayout(proposed) })}
      </Notice>
      <RecordTable text={text} />
    </>
  )
}

interface OutcomeProps extends Pick<TextPanelProps, 'operation' | 'text' | 'onChange'> {
  readonly layout: TextLayout
}

function Outcome({ operation, text, layout, onChange }: OutcomeProps) {
  const { fields, total, misfit } = text
  const count = fields.length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {misfit === undefined ? (
        <p aria-live="polite" className="text-small text-soft">
          {t('console.text.fits', { count: total, operation })}
        </p>
      ) : (
        <Notice tone="warning">{t('console.text.misfit', { misfit })}</Notice>
      )}
      {count === 0 ? undefined : (
        <RecordTable
          text={text}
          {...(layout.form === 'columns' && {
            columns: {
              named: columnsOf(layout, operation),
              onName: (index, meaning) => onChange(nameColumn(layout, operation, { index, count, meaning })),
            },
          })}
        />
      )}
    </div>
  )
}

/** The number of characters of a text that are shown. That is enough text to see the separators. */
const longest = 1200
const longestSeparator = 10
const mostRows = 8

interface ExampleTextProps {
  readonly text: string
  readonly layout: TextLayout
  readonly onPoint: (name: SeparatorName, separator: string) => void
}

/** The beginning of a text. The engineer selects a separator in the text and says what the separator divides. */
function ExampleText({ text, layout, onPoint }: ExampleTextProps) {
  const [selected, setSelected] = useState('')
  const shown = text.slice(0, longest)
  const isSeparator = selected !== '' && selected.length <= longestSeparator && !selected.includes('"')
  return (
    <div className="grid gap-2">
      <label className="grid gap-1">
        <span className="text-small text-soft">{t('console.text.example')}</span>
        <textarea
          autoComplete="off"
          aria-readonly
          value={shown}
          // The field is not `readonly`, because the keyboard cannot select text in a read-only field. Input is ignored.
          onChange={() => undefined}
          rows={Math.min(mostRows, Math.max(3, shown.split('\n').length))}
          onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
            setSelected(value.slice(selectionStart, selectionEnd))
          }
          className="w-full rounded-normal border border-line bg-sunken p-3 font-figures text-small"
        />
      </label>
      <Group aria-label={t('console.text.pointed')} className="flex flex-wrap items-center gap-2">
        {usedSeparators(layout).map((name) => (
          <Button key={name} isDisabled={!isSeparator} onPress={() => onPoint(name, selected)}>
            {t(`console.text.point.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  )
}

/** Hides a record in a narrow window, which has room for only one record. */
const beside = 'max-narrow:hidden'

interface RecordTableProps {
  readonly text: TextView
  /** The meanings of the columns. Present only if nothing in the text names the columns. */
  readonly columns?: {
    readonly named: readonly TextColumn[]
    readonly onName: (index: number, meaning: TextColumn) => void
  }
}

/** The first records of a text side by side, one field per line. The engineer gives a meaning to each column without a name. */
export function RecordTable({ text: { fields, total }, columns }: RecordTableProps) {
  const shown = [0, 1, 2].filter((index) => index < total)
  const choices: readonly SelectChoice<TextColumn>[] = [
    { id: unusedColumn, name: t('console.text.unused') },
    ...columnMeanings.map((id) => ({ id, name: t(`console.fields.${id}`) })),
  ]
  return (
    <table aria-label={t('console.text.records')} className="w-full table-fixed border-collapse text-start">
      <thead>
        <tr className="border-b border-line text-small text-soft">
          <th scope="col" className="w-2/5 py-1.5 pe-3 font-normal">
            {t('console.text.field')}
          </th>
          {shown.map((index) => (
            <th key={index} scope="col" className={clsx('py-1.5 pe-3 font-normal', index > 0 && beside)}>
              {t('console.text.record', { number: index + 1 })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, samples }, at) => (
          <tr
            key={`${String(at)} ${columns === undefined ? name : ''}`}
            data-text-field={name}
            className={clsx(
              'border-b border-line last:border-0',
              columns === undefined ? 'align-baseline' : 'align-top',
            )}
          >
            <th scope="row" className="py-2 pe-3 font-normal [overflow-wrap:anywhere]">
              {columns === undefined ? (
                <span className="font-figures font-semibold">{name}</span>
              ) : (
                <Select<TextColumn>
                  label={t('console.text.column', { number: at + 1 })}
                  value={columns.named[at] ?? unusedColumn}
                  choices={choices}
                  onChange={(meaning) => columns.onName(at, meaning)}
                />
              )}
            </th>
            {shown.map((index) => (
              <td
                key={index}
                className={clsx(
                  'py-2 pe-3 text-small [overflow-wrap:anywhere]',
                  columns !== undefined && 'pt-8',
                  index > 0 && beside,
                )}
              >
                <span className="font-figures">{samples[index]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface LayoutFormProps {
  readonly layout: TextLayout
  readonly onChange: (layout: TextLayout) => void
}

const other = 'other'
type Chosen = (typeof offered)[SeparatorName][number] | typeof other

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

/** Returns the problem of a separator. If two separators are equal, the later separator has the problem. */
function faultOf(layout: TextLayout, name: SeparatorName) {
  const value = layout[name]
  if (value === '') return 'required'
  const used = usedSeparators(layout)
  if (used.slice(0, used.indexOf(name)).some((earlier) => layout[earlier] === value)) return 'same'
  return textLayoutSchema.shape[name].safeParse(value).success ? undefined : 'quote'
}
