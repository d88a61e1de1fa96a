import { useTranslation } from 'react-i18next'
import type { TextView } from '../../../../../shared/bridge/console-channels.ts'
import { columnMeanings, unusedColumn, type TextColumn } from '../../../../../shared/domain/teach/text-layout.ts'
import { joinClasses } from '../../../ui/join-classes.ts'
import { Select, type SelectChoice } from '../../../ui/select.tsx'

interface RecordTableProps {
  readonly text: TextView
  /** Only where nothing in the text names the columns. */
  readonly columns?: {
    readonly named: readonly TextColumn[]
    readonly onName: (index: number, meaning: TextColumn) => void
  }
}

const records = [0, 1, 2]

/** The first records of a text side by side, a field a line; a column without a name is given its meaning here. */
export function RecordTable({ text: { fields, total }, columns }: RecordTableProps) {
  const { t } = useTranslation()
  const shown = records.filter((index) => index < total)
  const choices: readonly SelectChoice<TextColumn>[] = [
    { id: unusedColumn, name: t('console.text.unused') },
    ...columnMeanings.map((id) => ({ id, name: t(`console.fields.${id}`) })),
  ]
  return (
    <table aria-label={t('console.text.records')} className="w-full table-fixed border-collapse text-left">
      <thead>
        <tr className="border-b border-line text-small text-soft">
          <th scope="col" className="w-2/5 py-1.5 pr-3 font-normal">
            {t('console.text.field')}
          </th>
          {shown.map((index) => (
            <th key={index} scope="col" className={joinClasses('py-1.5 pr-3 font-normal', index > 0 && beside)}>
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
            className={joinClasses(
              'border-b border-line last:border-0',
              columns === undefined ? 'align-baseline' : 'align-top',
            )}
          >
            <th scope="row" className="py-2 pr-3 font-normal [overflow-wrap:anywhere]">
              {columns === undefined ? (
                <span className="font-figures font-semibold">{name}</span>
              ) : (
                <Select<TextColumn>
                  label={t('console.text.column', { number: at + 1 })}
                  value={columns.named[at] ?? unusedColumn}
                  choices={choices}
                  onChange={(meaning) => {
                    columns.onName(at, meaning)
                  }}
                />
              )}
            </th>
            {shown.map((index) => (
              <td
                key={index}
                className={joinClasses(
                  'py-2 pr-3 font-figures text-small [overflow-wrap:anywhere]',
                  columns !== undefined && 'pt-8',
                  index > 0 && beside,
                )}
              >
                {samples[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In a narrow window there is room for one record alone. */
const beside = 'max-narrow:hidden'
