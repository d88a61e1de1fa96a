import { useTranslation } from 'react-i18next'
import { useNow } from '../../state/use-now.ts'
import { formatWhen } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import type { PileCount } from './pile.ts'
import type { KnownList } from './use-hostname-list.ts'

export interface PileStandingProps {
  readonly count: PileCount
  readonly known: Pick<KnownList, 'list' | 'isKept'>
}

/** The sentence that the pile was scanned for: how many of it are under the hostname. Nothing where there is no pile. */
export function PileStanding({ count, known }: PileStandingProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { boxes, listed, lacking, inWork, repeated, notUnderstood } = count
  if (boxes + notUnderstood === 0) return undefined
  const asides = [
    ...(inWork > 0 ? [t('hostnames.standing.inWork', { count: inWork })] : []),
    ...(repeated > 0 ? [t('hostnames.standing.repeated', { count: repeated })] : []),
    ...(notUnderstood > 0 ? [t('hostnames.standing.notUnderstood', { count: notUnderstood })] : []),
    ...(known.isKept && known.list !== undefined
      ? [t('hostnames.standing.kept', { when: formatWhen(known.list.at, now) })]
      : []),
  ]
  const isAll = boxes > 0 && listed === boxes
  return (
    <Notice
      tone={isAll ? 'good' : 'info'}
      title={
        known.list === undefined
          ? t('hostnames.standing.uncompared', { count: boxes })
          : isAll
            ? t('hostnames.standing.all', { count: boxes })
            : lacking === 0
              ? t('hostnames.standing.some', { listed, count: boxes })
              : t('hostnames.standing.lacking', { listed, total: boxes, count: lacking })
      }
    >
      {asides.length === 0 ? undefined : asides.join(' ')}
    </Notice>
  )
}
