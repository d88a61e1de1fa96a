import type { TFunction } from 'i18next'
import { SearchX, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useNow } from '../../../state/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { CustomerListState } from './customer-list-store.ts'
import type { ListSource } from './list-source.ts'
import { RawAnswers } from '../raw-answers.tsx'
import { sayAge } from '../say-customer.ts'

interface ListStandingProps {
  readonly list: CustomerListState
  readonly source: ListSource | undefined
  readonly onTryAgain: () => void
}

/** How many there are so far, how old that is, and what went wrong. */
export function ListStanding({ list, source, onTryAgain }: ListStandingProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { told, total, isStale, unread, error } = list
  const retry = (
    <Button size="small" onPress={onTryAgain}>
      {t('customers.list.tryAgain')}
    </Button>
  )
  return (
    <div className="grid shrink-0 gap-2 px-5">
      {told !== undefined && total > 0 ? (
        <p aria-live="polite" className="text-small text-soft tabular-nums">
          {isStale ? t('customers.list.asking') : sayCount(t, list, source)}
        </p>
      ) : undefined}
      {told?.isKept === true ? (
        <Notice tone="warning" announce="politely" acts={retry}>
          {told.isGathered
            ? t('customers.list.gathered', { age: sayAge(t, told.at, now) })
            : t('customers.list.kept', { age: sayAge(t, told.at, now) })}
        </Notice>
      ) : undefined}
      {told?.isCut === true ? (
        <Notice tone="warning" announce="politely">
          {t('customers.list.cut')}
        </Notice>
      ) : undefined}
      <ErrorNotice error={error} acts={retry} />
      {unread === undefined ? undefined : (
        <Notice tone="bad" title={t('customers.unread.title')} acts={retry}>
          <p>{t('customers.unread.next')}</p>
          <RawAnswers
            answers={[
              {
                operation: t('customers.unread.answer'),
                raw: unread.raw,
                ...(unread.status === undefined ? {} : { status: unread.status }),
              },
            ]}
          />
        </Notice>
      )}
    </div>
  )
}

function sayCount(t: TFunction, { total, unknown, next }: CustomerListState, source: ListSource | undefined): string {
  if (source?.kind !== 'ids')
    return next === undefined ? t('customers.list.all', { count: total }) : t('customers.list.soFar', { count: total })
  const counts = { found: total - unknown, count: source.userids.length }
  return next === undefined ? t('customers.list.found', counts) : t('customers.list.foundSoFar', counts)
}

/** Where the list would be: why there is none, and how to begin. */
export function NobodyFound({
  list,
  source,
  onClear,
  isElse,
}: {
  readonly list: CustomerListState
  readonly source: ListSource | undefined
  readonly onClear: () => void
  /** Somebody was found by another way. */
  readonly isElse: boolean
}) {
  const { t } = useTranslation()
  if (source === undefined)
    return (
      <EmptyState icon={UsersRound} title={t('customers.list.begin')}>
        {t('customers.list.beginNote')}
      </EmptyState>
    )
  if (list.isFresh || list.error !== undefined || list.unread !== undefined)
    return list.isBusy ? <p className="px-5 py-4 text-soft">{t('customers.list.asking')}</p> : undefined
  const isNarrowed = source.kind === 'find' && Object.keys(source.filters[0]).length > 0
  return (
    <EmptyState
      icon={SearchX}
      title={t(isElse ? 'customers.list.nobodyElse' : 'customers.list.nobody')}
      acts={isNarrowed ? <Button onPress={onClear}>{t('customers.list.clear')}</Button> : undefined}
    >
      {isElse ? undefined : t(list.told?.isKept === true ? 'customers.list.nobodyKept' : 'customers.list.nobodyNote')}
    </EmptyState>
  )
}
