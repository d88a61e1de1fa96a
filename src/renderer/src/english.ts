import type { ErrorCode } from '../../shared/bridge/errors.ts'
import type { PolicyField } from '../../shared/domain/policy.ts'
import type { JobState, WhyCode } from '../../shared/domain/job.ts'
import actions from '../../../resources/locales/en/first-screen/actions.json' with { type: 'json' }
import camera from '../../../resources/locales/en/first-screen/camera.json' with { type: 'json' }
import errors from '../../../resources/locales/en/first-screen/errors.json' with { type: 'json' }
import find from '../../../resources/locales/en/first-screen/find.json' with { type: 'json' }
import frame from '../../../resources/locales/en/first-screen/frame.json' with { type: 'json' }
import home from '../../../resources/locales/en/first-screen/home.json' with { type: 'json' }
import policy from '../../../resources/locales/en/first-screen/policy.json' with { type: 'json' }
import queue from '../../../resources/locales/en/first-screen/queue.json' with { type: 'json' }
import rules from '../../../resources/locales/en/first-screen/rules.json' with { type: 'json' }
import scan from '../../../resources/locales/en/first-screen/scan.json' with { type: 'json' }
import states from '../../../resources/locales/en/first-screen/states.json' with { type: 'json' }
import ticket from '../../../resources/locales/en/first-screen/ticket.json' with { type: 'json' }
import ui from '../../../resources/locales/en/first-screen/ui.json' with { type: 'json' }
import who from '../../../resources/locales/en/first-screen/who.json' with { type: 'json' }
import why from '../../../resources/locales/en/first-screen/why.json' with { type: 'json' }
import activation from '../../../resources/locales/en/activation.json' with { type: 'json' }
import activity from '../../../resources/locales/en/activity.json' with { type: 'json' }
import bulk from '../../../resources/locales/en/bulk.json' with { type: 'json' }
import calibration from '../../../resources/locales/en/calibration.json' with { type: 'json' }
import connection from '../../../resources/locales/en/connection.json' with { type: 'json' }
import connectionFile from '../../../resources/locales/en/connection-file.json' with { type: 'json' }
import network from '../../../resources/locales/en/network.json' with { type: 'json' }
import console from '../../../resources/locales/en/console.json' with { type: 'json' }
import customers from '../../../resources/locales/en/customers.json' with { type: 'json' }
import firstRun from '../../../resources/locales/en/first-run.json' with { type: 'json' }
import fleet from '../../../resources/locales/en/fleet.json' with { type: 'json' }
import help from '../../../resources/locales/en/help.json' with { type: 'json' }
import hostnames from '../../../resources/locales/en/hostnames.json' with { type: 'json' }
import maintenance from '../../../resources/locales/en/maintenance.json' with { type: 'json' }
import missions from '../../../resources/locales/en/missions.json' with { type: 'json' }
import settings from '../../../resources/locales/en/settings.json' with { type: 'json' }
import vault from '../../../resources/locales/en/vault.json' with { type: 'json' }

/** All texts on screen, by feature, in English. The page itself loads the texts in two parts, see `scripts/lib/page-texts.ts`. */
export const english = {
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
  activation,
  activity,
  bulk,
  calibration,
  connection,
  connectionFile,
  console,
  customers,
  firstRun,
  fleet,
  help,
  hostnames,
  maintenance,
  missions,
  network,
  settings,
  vault,
}

/** The shape of the texts in any language. A structure test checks that all languages have the same keys. */
export type Texts = typeof english
