import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mappable, type FieldMapping, type Mappable } from '../../../../../shared/domain/field-mapping/field-mapping.ts'
import type { TextLayout } from '../../../../../shared/domain/field-mapping/text-layout.ts'
import { IconButton } from '../../../ui/button.tsx'
import { sayLayout } from './separators.ts'

interface MappedListProps {
  readonly names: FieldMapping
  readonly onChange: (names: FieldMapping) => void
  readonly layout: TextLayout | null
  readonly onForgetLayout: () => void
}

/** Everything mapped for a platform. Each name, and the layout of its texts, can be removed. */
export function MappedList({ names, onChange, layout, onForgetLayout }: MappedListProps) {
  const { t } = useTranslation()
  const mapped = mappable.flatMap((meaning) => (names[meaning] ?? []).map((name) => ({ meaning, name })))
  const forget = (meaning: Mappable, name: string): void => {
    const { [meaning]: known = [], ...others } = names
    const left = known.filter((one) => one !== name)
    onChange(left.length === 0 ? others : { ...others, [meaning]: left })
  }
  if (mapped.length === 0 && layout === null)
    return <p className="text-soft">{t('console.fieldMapping.nothingMapped')}</p>
  return (
    <ul>
      {layout === null ? undefined : (
        <li className="flex items-center justify-between gap-3 border-b border-line py-0.5 last:border-0">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{t('console.text.mapped')}</span>{' '}
            <span className="text-small text-soft">{sayLayout(t, layout)}</span>
          </span>
          <IconButton icon={X} label={t('console.text.forget')} onPress={onForgetLayout} />
        </li>
      )}
      {mapped.map(({ meaning, name }) => (
        <li
          key={`${meaning} ${name}`}
          className="flex items-center justify-between gap-3 border-b border-line py-0.5 last:border-0"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-figures font-semibold">{name}</span>{' '}
            <span className="text-small text-soft">{t(`console.fields.${meaning}`)}</span>
          </span>
          <IconButton
            icon={X}
            label={t('console.fieldMapping.forget', { name })}
            onPress={() => forget(meaning, name)}
          />
        </li>
      ))}
    </ul>
  )
}
