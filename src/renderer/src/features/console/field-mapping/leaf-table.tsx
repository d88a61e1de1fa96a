import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Leaf } from '../../../../../shared/bridge/console-channels.ts'
import { mappedMeaning } from '../../../../../shared/domain/field-mapping/map-leaf.ts'
import {
  statusWords,
  mappable,
  type FieldMapping,
  type Mappable,
} from '../../../../../shared/domain/field-mapping/field-mapping.ts'
import { Select, type SelectChoice } from '../../../ui/select.tsx'

interface LeafTableProps {
  readonly leaves: readonly Leaf[]
  readonly names: FieldMapping
  /** The values have no names of their own: only the meaning of words can be mapped. */
  readonly isNameless?: boolean
  /** Undefined removes the mapping. */
  readonly onMap: (leaf: Leaf, meaning: Mappable | undefined) => void
}

const noMeaning = 'none'
type Chosen = Mappable | typeof noMeaning

/** Status words have a table of their own, because up to five of them can share one field name. */
const ofStatus: ReadonlySet<Mappable> = new Set(Object.values(statusWords))
const meanings = mappable.filter((meaning) => !ofStatus.has(meaning))
const wordMeanings: readonly Mappable[] = ['approvalWord', 'refusalWord', 'absenceWord']
/** Fields that can hold a word for yes, no or not found. */
const spoken: ReadonlySet<string> = new Set(['outcome', 'message'])

/** Each value of an answer with a sample, and a select for its meaning. */
export function LeafTable({ leaves: all, names, isNameless = false, onMap }: LeafTableProps) {
  const { t } = useTranslation()
  const leaves = isNameless ? all.filter(({ keys }) => spoken.has(keys.at(-1) ?? '')) : all
  if (isNameless && leaves.length === 0) return <p className="text-soft">{t('console.text.named')}</p>
  if (leaves.length === 0) return <p className="text-soft">{t('console.fieldMapping.unread')}</p>
  const choices: readonly SelectChoice<Chosen>[] = [
    { id: noMeaning, name: t('console.fieldMapping.no') },
    ...(isNameless ? wordMeanings : meanings).map((meaning) => ({ id: meaning, name: t(`console.fields.${meaning}`) })),
  ]
  return (
    <ul className="grid gap-3">
      {leaves.map((leaf) => {
        const path = sayPath(t, leaf)
        const mapped = mappedMeaning(names, leaf) ?? noMeaning
        return (
          <li
            key={JSON.stringify(leaf.keys)}
            data-leaf={path}
            className="border-b border-line pb-3 last:border-0 last:pb-0"
          >
            <Select<Chosen>
              label={path}
              optional={
                leaf.sample === ''
                  ? t('console.fieldMapping.noSample')
                  : t('console.fieldMapping.sample', { sample: leaf.sample })
              }
              {...(leaf.known === undefined
                ? {}
                : { hint: t('console.fieldMapping.known', { meaning: t(`console.fields.${leaf.known}`) }) })}
              value={choices.some(({ id }) => id === mapped) ? mapped : noMeaning}
              choices={choices}
              onChange={(chosen) => onMap(leaf, chosen === noMeaning ? undefined : chosen)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The path of a value, from the outside in. */
const sayPath = (t: TFunction, { keys }: Leaf): string =>
  keys.length === 0
    ? t('console.fieldMapping.whole')
    : keys.map((key) => (key === '[]' ? t('console.fieldMapping.element') : key)).join(' › ')
