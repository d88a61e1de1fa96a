import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FormText } from '../../../ui/form-fields.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { sayIfKnown } from '../../connection/say-setting.ts'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

const lists = {
  products: {
    columns: ['name', 'productid', 'months', 'days', 'renewalinterval'],
    look: 'grid-cols-2 border-b border-line pb-3 narrow:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_repeat(3,minmax(0,1fr))_2.25rem]',
  },
  resellers: { columns: ['name', 'id'], look: 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.25rem]' },
} as const

type Row = Readonly<Record<string, string>>

/** The rows of a list as typed, and what changes them. */
interface Rows {
  readonly typed: readonly Row[]
  readonly append: (row: Row) => void
  readonly update: (index: number, row: Row) => void
}

interface RowListProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly name: keyof typeof lists
  readonly blank: Row
  /** Shown below the list. */
  readonly children?: (rows: Rows) => ReactNode
}

/** A setting that is a list of rows with several columns. */
export function RowList(props: RowListProps) {
  const { t } = useTranslation()
  const { name, blank, children } = props
  // The cast is safe: the columns of both lists are texts.
  const control = props.control as unknown as Control<Record<keyof typeof lists, Row[]>>
  const { fields, append, remove, update } = useFieldArray({ control, name, keyName: 'key' })
  const typed = useWatch({ control, name })
  const { columns, look } = lists[name]
  return (
    <section aria-labelledby={name} className="grid gap-3">
      <div>
        <h3 id={name} className="font-semibold">
          {t(`settings.fields.${name}.label`)}
        </h3>
        <p className="text-small text-soft">{t(`settings.fields.${name}.hint`)}</p>
      </div>
      {fields.length === 0 ? <p className="text-soft">{t(`settings.fields.${name}.none`)}</p> : undefined}
      <ul className="grid gap-3">
        {fields.map(({ key }, index) => (
          <li key={key} className={joinClasses('grid items-start gap-2', look)}>
            {columns.map((column) => (
              <FormText
                key={column}
                control={control}
                name={`${name}.${index}.${column}`}
                label={sayIfKnown(t, `settings.fields.${name}.columns.${column}`)}
              />
            ))}
            <div className="mt-5">
              <IconButton
                icon={Trash2}
                label={t(`settings.fields.${name}.remove`, {
                  name: typed[index]?.['name']?.trim() || t(`settings.fields.${name}.unnamed`),
                })}
                onPress={() => remove(index)}
              />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button onPress={() => append(blank)}>
          <Plus aria-hidden size="1rem" />
          {t(`settings.fields.${name}.add`)}
        </Button>
      </div>
      {children?.({ typed, append, update })}
    </section>
  )
}
