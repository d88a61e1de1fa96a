import type { ReactNode } from 'react'
import type { RawAnswer } from '../../../../shared/domain/customer/customer-view.ts'
import { t } from '../../locale.ts'
import { Notice } from '../../ui/notice.tsx'

/** The platform's raw answers, without token and passwords. Each opens under the name of its operation. */
export function RawAnswers({ answers }: { readonly answers: readonly RawAnswer[] }) {
  return (
    <div className="grid gap-1">
      {answers.map(({ operation, status, raw }, index) => (
        <details key={`${operation}${String(index)}`} className="min-w-0">
          <summary className="inline-flex min-h-6 cursor-default items-center gap-2 rounded-small text-small text-soft underline decoration-edge underline-offset-2 hover:text-ink">
            {operation}
            {status === undefined ? undefined : <span className="font-figures">HTTP {status}</span>}
          </summary>
          <pre
            translate="no"
            className="mt-1 rounded-normal bg-sunken p-3 font-figures text-small whitespace-pre-wrap text-ink [overflow-wrap:anywhere]"
          >
            {raw === '' ? t('customers.raw.empty') : raw}
          </pre>
        </details>
      ))}
    </div>
  )
}

interface UnreadNoticeProps {
  readonly operation: string
  readonly answer: Omit<RawAnswer, 'operation'> | undefined
  readonly actions: ReactNode
}

/** Says that an answer could not be read, and shows it as received. Renders nothing without one. */
export function UnreadNotice({ operation, answer, actions }: UnreadNoticeProps) {
  if (answer === undefined) return undefined
  return (
    <Notice tone="bad" title={t('customers.unread.title')} actions={actions}>
      <p>{t('customers.unread.next')}</p>
      <RawAnswers answers={[{ operation, ...answer }]} />
    </Notice>
  )
}
