/** The exact file format of Setdesk 0.1.0, before `electron-store`. It never changes together with the sources. */
const asWritten = (value: object): string => JSON.stringify(value, undefined, '\t')

export const formerConnection = {
  colour: 'plum',
  creation: 'addCustomerWithDevice',
  resellerId: '',
  macFormat: 'colon',
  unknownMappingId: '',
  defaultModel: 'STB',
  logInPattern: '{digits:10}',
  retrieval: 'auto',
  extraCustomerFilter: '',
  products: [],
  hostnames: [],
  defaults: {},
  phoneCountry: '',
  longestProcessingSeconds: 120,
  timeoutSeconds: 30,
  concurrency: 8,
  renewal: 'renewCustomerV2',
  productChange: 'changeCustomerProduct',
  resendsRenewals: false,
  logIns: 'own',
  mappingId: 'full',
  jobsPerMinute: 0,
  unsentWarning: 0,
  unsentLimit: 0,
  unsentHours: 0,
  resellers: [],
  creationAlone: 'auto',
  creationDefaults: {},
  creationQuestions: [],
  countries: [],
  asksForProducts: false,
  proxy: '',
  authority: '',
  id: 'a',
  kind: 'platform',
  name: 'Harbour TV',
  baseUrl: 'https://platform.example',
  crmService: 'crm',
  cmsService: 'cms',
}

export const formerPreferences = {
  technician: 'Ines',
  stationName: '',
  appearance: 'dark',
  language: 'en',
  scannerPrefix: '',
  scannerSuffix: '',
  scannerLearnt: null,
  serialPatterns: [],
  labelHabits: [],
  retentionDays: 30,
}

export const formerPlace = { bounds: { x: 40, y: 60, width: 1100, height: 700 }, maximized: true }

/** The text of `settings.json`. */
export const formerSettingsFile = asWritten({
  preferences: formerPreferences,
  connections: [formerConnection],
  activeConnectionId: 'a',
})

/** The text of `window.json`. */
export const formerWindowFile = asWritten(formerPlace)
