import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { t } from '../../../../../src/renderer/src/locale.ts'
import { ServiceHint } from '../../../../../src/renderer/src/features/queue/service-hint.tsx'
import type { Connection } from '../../../../../src/shared/domain/connection/connection.ts'
import { customerActions, makeActionJob } from '../../../../fakes/action-jobs.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { northConnection } from '../../../../fakes/world.ts'

const show = (detail: string, settings: Connection = northConnection): string => {
  const job = makeActionJob(customerActions.renewal, 'refused', 1, 0)
  const refused = { ...job, summary: { ...job.summary, why: { code: 'platform-refused' as const, detail } } }
  const view = {
    settings,
    hasToken: true,
    hasProxyLogIn: false,
    isPlainHttpStopped: false,
    link: { state: 'reached' as const, since: 0 },
  }
  const hint = (
    <Router ssrPath="/queue">
      <ServiceHint detail={refused} />
    </Router>
  )
  return renderWithServices(hint, {}, { connections: [view] })
}

test('the hint about crmService names and links the setting if a renewal was refused without crmService', () => {
  const html = show('crmService is required')
  expect(html).toContain(t('actions.service.title'))
  expect(html).toContain(`“${t('settings.fields.sendsCrmService.label')}”`)
  expect(html).toContain('/settings/connections/north/advanced"')
})

test('the hint about crmService says how to send the renewal again once the setting is on', () => {
  const html = show('crmService is required', { ...northConnection, sendsCrmService: true })
  expect(html).toContain(t('actions.service.on'))
  expect(html).not.toContain('/settings/')
})

test('the hint about crmService is not shown for another refusal, or if the connection no longer exists', () => {
  expect(show('Customer not found.')).toBe('')
  expect(show('crmService is required', { ...northConnection, id: 'south' })).toBe('')
})
