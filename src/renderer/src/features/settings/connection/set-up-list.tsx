import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { t } from '../../../locale.ts'
import { connectionPath } from '../../../routes.ts'
import { Panel } from '../../../ui/panel.tsx'
import { isBare, setUpSteps } from '../../connection/set-up-steps.ts'

/** The steps after connecting, while the connection has no product or no hostname. Each leads to its page. */
export function SetUpList({ connection }: { readonly connection: ConnectionView }) {
  if (!isBare(connection.settings)) return undefined
  return (
    <Panel title={t('settings.setUp.title')} note={t('settings.setUp.note')}>
      <ol className="grid gap-2 narrow:grid-cols-2">
        {setUpSteps(connection).map(({ step, page, isDone }) => (
          <li key={step} className="flex items-start gap-2">
            {isDone ? (
              <CircleCheck aria-hidden size="1.25rem" className="shrink-0 text-done" />
            ) : (
              <Circle aria-hidden size="1.25rem" className="shrink-0 text-soft" />
            )}
            {isDone ? (
              <span className="text-soft">
                {t(`settings.setUp.steps.${step}`)}
                <span className="sr-only"> {t('settings.setUp.done')}</span>
              </span>
            ) : (
              <Link
                href={connectionPath(connection.settings.id, page)}
                className="font-semibold underline underline-offset-4"
              >
                {t(`settings.setUp.steps.${step}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
