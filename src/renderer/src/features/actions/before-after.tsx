import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../locale.ts'
import { joinClasses } from '../../ui/join-classes.ts'

export interface BeforeAfterRow {
  readonly id: string
  readonly name: string
  readonly before: ReactNode
  readonly after: ReactNode
}

/** A table of values before and after an action. */
export function BeforeAfter(props: {
  readonly rows: readonly BeforeAfterRow[]
  /** The headings of the two columns. */
  readonly heads: readonly [before: string, after: string]
}) {
  const { rows, heads } = props
  return (
    <table className="w-full border-collapse rounded-normal bg-sunken text-start">
      <thead>
        <tr className="border-b border-line text-small text-soft">
          <td className="px-3 py-1.5">
            <span className="sr-only">{t('actions.what')}</span>
          </td>
          <th scope="col" className="py-1.5 pe-3 font-normal">
            {heads[0]}
          </th>
          <th scope="col" className="py-1.5 pe-4 ps-6 font-normal">
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        {rows.map(({ id, name, before, after: then }) => (
          <tr key={id} className="border-b border-line align-top last:border-0">
            <th scope="row" className="px-3 py-2 font-normal text-soft">
              {name}
            </th>
            <td className="py-2 pe-3 tabular-nums [overflow-wrap:anywhere]">{before ?? t('actions.notKnown')}</td>
            <td
              className={joinClasses(
                'py-2 pe-4 tabular-nums [overflow-wrap:anywhere]',
                before === then ? 'text-soft' : 'font-semibold',
              )}
            >
              <span className="flex items-start gap-2">
                <ArrowRight aria-hidden size="1rem" className="mt-0.5 shrink-0 text-soft" />
                <span className="min-w-0">{then ?? t('actions.notKnown')}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
