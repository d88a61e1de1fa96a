import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { Understood } from '../../../../../shared/bridge/console-channels.ts'
import { t } from '../../../locale.ts'
import { clsx } from 'clsx'

const looks: Readonly<Record<Understood['verdict'], { readonly icon: LucideIcon; readonly look: string }>> = {
  accepted: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  refused: { icon: CircleX, look: 'bg-refused-tint text-refused' },
  absent: { icon: CircleAlert, look: 'bg-saved-tint text-saved' },
  unclear: { icon: CircleHelp, look: 'bg-waiting-tint text-waiting' },
}

/** How Setdesk understands an answer: the verdict, and the records under Setdesk's field names. */
export function UnderstoodView({ understood }: { readonly understood: Understood }) {
  const { verdict, records, total, hasNext, cursor, unread, message, lacks = 'names' } = understood
  const { icon: Icon, look } = looks[verdict]
  const lines = [
    t('console.answer.first', { count: total }),
    ...(records.length < total ? [t('console.answer.shown', { shown: records.length })] : []),
    ...(hasNext === true ? [t('console.answer.more', { cursor: cursor ?? '?' })] : []),
    ...(unread === undefined ? [] : [t('console.answer.unread', { count: unread })]),
  ]
  return (
    <div className="grid gap-3" aria-live="polite">
      <p
        data-verdict={verdict}
        className={clsx('flex w-fit items-center gap-1.5 rounded-small px-3 py-1 font-semibold', look)}
      >
        <Icon aria-hidden size="1rem" />
        {t(`console.answer.verdicts.${verdict}`)}
      </p>
      {message === undefined ? undefined : (
        <q className="font-figures text-small text-soft [overflow-wrap:anywhere]">{message}</q>
      )}
      {records.length === 0 ? (
        <p className="text-soft">{t(`console.answer.lacks.${lacks}`)}</p>
      ) : (
        <>
          <p className="text-small text-soft">{lines.join(' · ')}</p>
          <ol className="grid gap-2">
            {records.map((record, index) => (
              <li
                key={`${String(index)} ${record[0]?.value ?? ''}`}
                className="rounded-normal border border-line px-3 py-2"
              >
                <Record record={record} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function Record({ record }: { readonly record: Understood['records'][number] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-0.5">
      {record.map(({ field, value }, index) => (
        <div key={`${field} ${String(index)}`} className="contents">
          <dt className="text-soft">{t(`console.fields.${field}`)}</dt>
          <dd className="font-figures select-text [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
