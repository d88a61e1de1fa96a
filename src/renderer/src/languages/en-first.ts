import type { ErrorCode } from '../../../shared/bridge/errors.ts'
import type { PolicyField } from '../../../shared/domain/policy.ts'
import type { JobState, WhyCode } from '../../../shared/domain/job.ts'
import actions from '../../../../resources/locales/en/first-screen/actions.json' with { type: 'json' }
import camera from '../../../../resources/locales/en/first-screen/camera.json' with { type: 'json' }
import errors from '../../../../resources/locales/en/first-screen/errors.json' with { type: 'json' }
import find from '../../../../resources/locales/en/first-screen/find.json' with { type: 'json' }
import frame from '../../../../resources/locales/en/first-screen/frame.json' with { type: 'json' }
import home from '../../../../resources/locales/en/first-screen/home.json' with { type: 'json' }
import policy from '../../../../resources/locales/en/first-screen/policy.json' with { type: 'json' }
import queue from '../../../../resources/locales/en/first-screen/queue.json' with { type: 'json' }
import rules from '../../../../resources/locales/en/first-screen/rules.json' with { type: 'json' }
import scan from '../../../../resources/locales/en/first-screen/scan.json' with { type: 'json' }
import states from '../../../../resources/locales/en/first-screen/states.json' with { type: 'json' }
import ticket from '../../../../resources/locales/en/first-screen/ticket.json' with { type: 'json' }
import ui from '../../../../resources/locales/en/first-screen/ui.json' with { type: 'json' }
import who from '../../../../resources/locales/en/first-screen/who.json' with { type: 'json' }
import why from '../../../../resources/locales/en/first-screen/why.json' with { type: 'json' }

/** The words that Home needs, and the frame around every screen. */
export const texts = {
  actions,
  camera,
  errors: errors satisfies Record<ErrorCode, { readonly what: string; readonly next: string }>,
  find,
  frame,
  home,
  policy: policy satisfies { readonly fields: Record<PolicyField, object> },
  queue,
  rules,
  scan,
  states: states satisfies Record<JobState, { readonly word: string; readonly means: string }>,
  ticket,
  ui,
  who,
  why: why satisfies Record<WhyCode, { readonly says: string; readonly next: string }>,
}
