import { useTranslation } from 'react-i18next'
import type { OperationView, RequestView as Request } from '../../../../shared/bridge/console-channels.ts'
import { Panel } from '../../ui/panel.tsx'

/** The exact request (method, address, body), and how its effect will be checked. */
export function RequestPanel({ request, call }: { readonly request: Request; readonly call: OperationView }) {
  const { t } = useTranslation()
  const { madeWhenSaved } = request
  return (
    <Panel title={t('console.request.title')} note={t('console.request.masked')}>
      <div className="grid gap-3">
        <RequestText request={request} />
        {madeWhenSaved.length === 0 ? undefined : (
          <p className="text-small text-soft">{t('console.request.made', { names: madeWhenSaved.join(', ') })}</p>
        )}
        {call.readBack.map(({ operation, decides }) => (
          <p key={operation} className="text-small text-soft">
            {t('console.request.readBack', { operation, decides })}
          </p>
        ))}
      </div>
    </Panel>
  )
}

/** Only the request, for a panel or a dialog. */
export function RequestText({ request: { method, url, body } }: { readonly request: Request }) {
  const { t } = useTranslation()
  return (
    <dl className="grid gap-2 font-figures text-small">
      <div>
        <dt className="sr-only">{t('console.request.address')}</dt>
        <dd data-request className="rounded-normal bg-sunken px-3 py-2 select-text [overflow-wrap:anywhere]">
          <b>{method}</b> {url}
        </dd>
      </div>
      {body === undefined ? undefined : (
        <div>
          <dt className="text-soft">{t('console.request.body')}</dt>
          <dd className="rounded-normal bg-sunken px-3 py-2 select-text [overflow-wrap:anywhere]">{body}</dd>
        </div>
      )}
    </dl>
  )
}
