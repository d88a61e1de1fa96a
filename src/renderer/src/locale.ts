import { createInstance } from 'i18next'
import type { ErrorCode } from '../../shared/bridge/errors.ts'
import type { PolicyField } from '../../shared/domain/policy.ts'
import type { JobState, WhyCode } from '../../shared/domain/job.ts'
import actions from '../../../resources/locales/en/actions.json' with { type: 'json' }
import activation from '../../../resources/locales/en/activation.json' with { type: 'json' }
import activity from '../../../resources/locales/en/activity.json' with { type: 'json' }
import bulk from '../../../resources/locales/en/bulk.json' with { type: 'json' }
import calibration from '../../../resources/locales/en/calibration.json' with { type: 'json' }
import camera from '../../../resources/locales/en/camera.json' with { type: 'json' }
import connection from '../../../resources/locales/en/connection.json' with { type: 'json' }
import connectionFile from '../../../resources/locales/en/connection-file.json' with { type: 'json' }
import network from '../../../resources/locales/en/connection-network.json' with { type: 'json' }
import console from '../../../resources/locales/en/console.json' with { type: 'json' }
import customers from '../../../resources/locales/en/customers.json' with { type: 'json' }
import errors from '../../../resources/locales/en/errors.json' with { type: 'json' }
import firstRun from '../../../resources/locales/en/first-run.json' with { type: 'json' }
import frame from '../../../resources/locales/en/frame.json' with { type: 'json' }
import home from '../../../resources/locales/en/home.json' with { type: 'json' }
import hostnames from '../../../resources/locales/en/hostnames.json' with { type: 'json' }
import maintenance from '../../../resources/locales/en/maintenance.json' with { type: 'json' }
import policy from '../../../resources/locales/en/policy.json' with { type: 'json' }
import queue from '../../../resources/locales/en/queue.json' with { type: 'json' }
import rules from '../../../resources/locales/en/rules.json' with { type: 'json' }
import scan from '../../../resources/locales/en/scan.json' with { type: 'json' }
import settings from '../../../resources/locales/en/settings.json' with { type: 'json' }
import states from '../../../resources/locales/en/states.json' with { type: 'json' }
import ticket from '../../../resources/locales/en/ticket.json' with { type: 'json' }
import ui from '../../../resources/locales/en/ui.json' with { type: 'json' }
import who from '../../../resources/locales/en/who.json' with { type: 'json' }
import vault from '../../../resources/locales/en/vault.json' with { type: 'json' }
import why from '../../../resources/locales/en/why.json' with { type: 'json' }

/** All words on screen, by feature. */
export const english = {
  actions,
  activation,
  activity,
  bulk,
  calibration,
  camera,
  connection,
  connectionFile,
  console,
  customers,
  errors: errors satisfies Record<ErrorCode, { readonly what: string; readonly next: string }>,
  firstRun,
  frame,
  home,
  hostnames,
  maintenance,
  network,
  policy: policy satisfies { readonly fields: Record<PolicyField, object> },
  queue,
  rules,
  scan,
  settings,
  states: states satisfies Record<JobState, { readonly word: string; readonly means: string }>,
  ticket,
  ui,
  vault,
  who,
  why: why satisfies Record<WhyCode, { readonly says: string; readonly next: string }>,
}

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'screen'
    readonly resources: { readonly screen: typeof english }
    readonly returnNull: false
  }
}

export const language = 'en'

const locale = createInstance()

void locale.init({
  lng: language,
  ns: ['screen'],
  defaultNS: 'screen',
  resources: { [language]: { screen: english } },
  returnNull: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  // A missing key throws in development and in tests. In the built app the key itself is shown.
  ...(import.meta.env.DEV && {
    parseMissingKeyHandler: (key: string) => {
      throw new Error(`No words for ${key}`)
    },
  }),
})

/** The words of a key: `t('queue.title')`. Keys are typed. */
export const { t } = locale
