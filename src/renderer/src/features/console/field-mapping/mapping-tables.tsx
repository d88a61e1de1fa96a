import { X } from 'lucide-react'
import type { Leaf, SaidStatus } from '../../../../../shared/bridge/console-channels.ts'
import {
  type FieldMapping,
  mappable,
  type Mappable,
  mappedStatus,
  mapStatus,
  statusWords,
  type TextLayout,
} from '../../../../../shared/domain/field-mapping/field-mapping.ts'
import { mapLeaf, mappedMeaning, unmapLeaf } from '../../../../../shared/domain/field-mapping/map-leaf.ts'
import { customerStatuses, type CustomerStatus } from '../../../../../shared/domain/customer/customer.ts'
import { t } from '../../../locale.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Select, type SelectChoice } from '../../../ui/select.tsx'
import { sayLayout } from './separators.ts'

export interface MappingProps {
  readonly names: FieldMapping
  readonly onChange: (names: FieldMapping) => void
}

const noMeaning = 'none'

/**
 * The meanings of the words for the five statuses. These meanings have their own table, because all five words can be values of the same
 * field.
 */
const ofStatus: ReadonlySet<Mappable> = new Set(Object.values(statusWords))
const meanings = mappable.filter((meaning) => !ofStatus.has(meaning))
const wordMeanings: readonly Mappable[] = ['approvalWord', 'refusalWord', 'absenceWord']
/** Fields that can hold a word for yes, no or not found. */
const spoken: ReadonlySet<string> = new Set(['outcome', 'message'])

interface LeafTableProps extends MappingProps {
  readonly leaves: readonly Leaf[]
  /** The values have no names, so only the meaning of words can be mapped. */
  readonly isNameless?: boolean
}

export function LeafTable({ leaves: all, names, isNameless = false, onChange }: LeafTableProps) {
  const leaves = isNameless ? all.filter(({ keys }) => spoken.has(keys.at(-1) ?? '')) : all
  if (isNameless && leaves.length === 0) return <p className="text-soft">{t('console.text.named')}</p>
  if (leaves.length === 0) return <p className="text-soft">{t('console.fieldMapping.unread')}</p>
  const choices: readonly SelectChoice<Mappable | typeof noMeaning>[] = [
    { id: noMeaning, name: t('console.fieldMapping.no') },
    ...(isNameless ? wordMeanings : meanings).map((meaning) => ({ id: meaning, name: t(`console.fields.${meaning}`) })),
  ]
  return (
    <ul className="grid gap-3">
      {leaves.map((leaf) => {
        const path = sayPath(leaf)
        const mapped = mappedMeaning(names, leaf) ?? noMeaning
        return (
          <li
            key={JSON.stringify(leaf.keys)}
            data-leaf={path}
            className="border-b border-line pb-3 last:border-0 last:pb-0"
          >
            <Select<Mappable | typeof noMeaning>
              label={path}
              optional={
                leaf.sample === ''
                  ? t('console.fieldMapping.noSample')
                  : t('console.fieldMapping.sample', { sample: leaf.sample })
              }
              hint={leaf.known && t('console.fieldMapping.known', { meaning: t(`console.fields.${leaf.known}`) })}
              value={choices.some(({ id }) => id === mapped) ? mapped : noMeaning}
              choices={choices}
              onChange={(chosen) =>
                onChange(chosen === noMeaning ? unmapLeaf(names, leaf) : mapLeaf(names, leaf, chosen))
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The path of a value in the answer, with the outermost key first. */
const sayPath = ({ keys }: Leaf): string =>
  keys.length === 0
    ? t('console.fieldMapping.whole')
    : keys.map((key) => (key === '[]' ? t('console.fieldMapping.element') : key)).join(' › ')

export function StatusTable({
  statuses,
  names,
  onChange,
}: MappingProps & { readonly statuses: readonly SaidStatus[] }) {
  if (statuses.length === 0) return <p className="text-soft">{t('console.fieldMapping.noStatuses')}</p>
  const choices: readonly SelectChoice<CustomerStatus | typeof noMeaning>[] = [
    { id: noMeaning, name: t('console.fieldMapping.no') },
    ...customerStatuses.map((id) => ({
      id,
      name: t(`customers.status.${id}.word`),
      note: t(`customers.status.${id}.means`),
    })),
  ]
  return (
    <ul className="grid gap-3">
      {statuses.map(({ said, meant }) => {
        const mapped = mappedStatus(names, said)
        return (
          <li key={said} data-status-said={said} className="border-b border-line pb-3 last:border-0 last:pb-0">
            <Select<CustomerStatus | typeof noMeaning>
              label={t('console.fieldMapping.said', { said })}
              hint={
                mapped === undefined && meant !== undefined
                  ? t('console.fieldMapping.known', { meaning: t(`customers.status.${meant}.word`) })
                  : undefined
              }
              value={mapped ?? noMeaning}
              choices={choices}
              onChange={(chosen) => onChange(mapStatus(names, said, chosen === noMeaning ? undefined : chosen))}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface MappedListProps extends MappingProps {
  readonly layout: TextLayout | null
  readonly onForgetLayout: () => void
}

export function MappedList({ names, onChange, layout, onForgetLayout }: MappedListProps) {
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
            <span className="text-small text-soft">{sayLayout(layout)}</span>
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
