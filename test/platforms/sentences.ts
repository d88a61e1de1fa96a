import { adverseNo, adverseYes } from './sentences-adverse.ts'
import { sentencesElsewhere } from './sentences-elsewhere.ts'
import type { Tongue } from './names.ts'

export const yesSlots = [
  'created',
  'bound-user',
  'bound-hostname',
  'renewed',
  'changed',
  'disabled',
  'enabled',
  'accepted',
] as const
export const noSlots = [
  'bad-token',
  'bad-password',
  'no-customer',
  'no-hostname',
  'userid-taken',
  'device-taken',
  'device-already',
  'device-limit',
  'bad-value',
  'missing',
  'bad-service',
  'not-allowed',
  'already-disabled',
  'already-enabled',
  'already-product',
] as const
export type YesSlot = (typeof yesSlots)[number]
export type NoSlot = (typeof noSlots)[number]
/** The occasions for a sentence; `none` is an empty list, `trouble` comes with 429 and 5xx. */
export type Slot = YesSlot | NoSlot | 'none' | 'trouble'
export const slots: readonly Slot[] = [...yesSlots, ...noSlots, 'none', 'trouble']

/** Sentences of a language; `|` separates synonyms. Occasions without their own sentence use `yes` or `no`. */
export type Sentences = Partial<Record<Slot, string>> & { readonly yes: string; readonly no: string }

/**
 * English, modelled on: WHM ("Account Creation Ok"), WHMCS ("Client ID Not Found", "Authentication Failed"), Ministra ("OK",
 * "401 Unauthorized request"), Kannel ("0: Accepted for delivery", "3: Queued for later delivery"), Zuora (reasons), phpIPAM ("Object
 * created", "Please provide token"), SAP CC ("The subscriber account ... does not exist"), Oracle SDS (NO_UPDATES, CONFLICT_FOUND),
 * Huawei marketplace ("Succeeded.", "The instance ID does not exist."), TIBCO ("Entity not found for id"), BudgetSMS ("Identification
 * failed. Wrong credentials"), SureSMS ("Message sent."), Voximplant ("Account's name is not unique"), Vonage ("Invalid Credentials"),
 * İleti Merkezi ("Membership details incorrect"), SumUp ("Resource not found"), Adyen ("Entity was not found"), GenieACS ("No such
 * device"), Kaltura OTT ("Exceeded device limit"), Magento SOAP ("Access denied.", "Customer not exists."), Odoo ("Access Denied"),
 * Sklik ("Bad arguments"), NetSuite SOAP (faults), Sinch, Google zero-touch ("Device already exists").
 */
const english: Sentences = {
  yes: 'OK|Success|Succeeded.|Done|Operation succeeded|Request completed|Processed|Successful operation|The command completed successfully|Accepted',
  no: 'Error|Failed|Rejected|Bad arguments|Unsuccessful|Operation failed|Could not be processed',
  created:
    'Account Creation Ok|Object created|Customer created|Subscriber provisioned|User added|Account opened|Client added successfully|Registration complete',
  'bound-user':
    'Device added|Device registered to household|STB assigned|Equipment attached|Device provisioned|Terminal paired|Box linked',
  'bound-hostname': 'MAC mapped|Route stored|Binding saved|Entry added|Host assignment created|MAC recorded',
  renewed:
    'Subscription renewed|Account extended|Term prolonged|Renewal booked|Validity extended|Contract renewed|Expiry moved|Paid until updated',
  changed:
    'Package changed|Plan switched|Product updated|Tariff change booked|Offer replaced|Account Upgrade/Downgrade Complete',
  disabled: 'Account suspended|Service barred|User deactivated|Subscriber locked|Account turned off',
  enabled: 'Account reactivated|Service unbarred|User activated|Account unsuspended|Subscriber released',
  accepted:
    '0: Accepted for delivery|3: Queued for later delivery|Request accepted|Order taken|Task queued|The request is being processed.|Message added to queue OK.',
  'bad-token':
    '401 Unauthorized request|Authentication Failed|Invalid API key|Access denied.|Please provide token|Session expired. Try to relogin.|Identification failed. Wrong credentials|Invalid Credentials|Your Unique Key is incorrect|Membership details incorrect|Inactive client token',
  'bad-password':
    'Invalid login credentials|Wrong password|Login incorrect|Password mismatch|Invalid user, password, access rights or session.',
  'no-customer':
    'Client ID Not Found|Account not found|The subscriber account does not exist.|Customer not exists.|No such user|Entity not found for id|Resource not found|The record does not exist in the database.|Unknown subscriber|No client was found',
  'no-hostname':
    'Host not found|Unknown host|Destination name does not exist.|No such domain|Hostname is not configured',
  'userid-taken':
    'Login already exists|User already exists|Account name is not unique|CONFLICT_FOUND|Username has already been taken|Duplicate account|Someone already has that login',
  'device-taken':
    'Device already exists|MAC already in use|This STB belongs to another account|Device is assigned elsewhere|Identifier occupied',
  'device-already': 'Device already in household|Device is already attached|NO_UPDATES|Entry already present',
  'device-limit':
    'Exceeded device limit|Maximum number of devices reached|Too many devices|Resulting subscriber would exceed 6 IMSI',
  'bad-value':
    'Invalid request parameter.|Bad value of attribute|Validation failed|Invalid Parameters|Values in the request could not be validated',
  missing:
    'Missing Parameters|Not enough information has been supplied|Required parameter missing|Mandatory field missing',
  'bad-service': 'Unknown service|No such company|Wrong realm|Service name is not valid|INVALID_SERVICE',
  'not-allowed':
    'Not allowed in this state|Operation forbidden|Action not permitted|Account is barred|Precondition failed',
  'already-disabled': 'Account is already suspended|User already inactive|Nothing to do|No changes made',
  'already-enabled': 'Account is already active|User already enabled|Account is not suspended|No changes made',
  'already-product': 'Same package|Product already purchased.|Plan unchanged|No change required',
  none: 'No records found|Nothing found|0 results|data is empty|No data|The list is empty|No matching records',
  trouble:
    'Temporarily unavailable|System error, temporary issue. Try resubmitting in 2 to 3 minutes|Database is locked|Internal service error.|Too many requests|Service busy|Lock wait timeout exceeded|Upstream timed out',
}

/** Names of constants, as in the documents of Beeline, Zuora, CometChat, PingID, ExoTel and the zero-touch service of Google. */
const constants: Sentences = {
  yes: 'SUCCESS|OK|NO_ERROR|COMPLETED|S_OK|RC_OK|ACCEPTED_AND_DONE',
  no: 'FAILED|ERROR|E_FAIL|REJECTED|INVALID_OPERATION|RC_ERROR',
  created: 'CREATED|SUBSCRIBER_CREATED|USER_ADDED',
  renewed: 'RENEWED|TERM_EXTENDED',
  'bad-token':
    'AUTH_ERR_APIKEY_NOT_FOUND|INVALID_AUTH|ACCESS_DENIED|UNAUTHORIZED|WRONG_AUTHENTICATION|ERROR_NO_CREDENTIAL',
  'no-customer': 'OBJECT_NOT_FOUND|NO_SUCH_USER|INVALID_CUSTOMER_ID|ERROR_ACCOUNT_DOESNT_EXIST|SUBSCRIBER_UNKNOWN',
  'userid-taken': 'EXISTS|USERNAME_EXISTS|DUPLICATE_REF_ID|ET_USERNAME_TAKEN',
  'device-taken': 'DEVICE_ALREADY_EXISTS|MAC_IN_USE',
  'device-limit': 'DEVICE_CREATE_LIMIT|user.exceeded.num.of.devices',
  'bad-value': 'INVALID_PARAMETER|ET_BAD_REQUEST|VALIDATION_ERROR',
  missing: 'MISSING_REQUIRED_FIELD|PARAM_MISSING',
  'already-disabled': 'NO_UPDATES|ALREADY_INACTIVE',
  'already-enabled': 'NO_UPDATES|ALREADY_ACTIVE',
  none: 'NO_RECORDS|EMPTY_SET|NO_DATA_FOUND',
  trouble: 'INTERNAL_FAILURE|BACKEND_FAILURE|THROTTLED|ERR_OPERATION_FAILED',
}

/** The sentences that a platform may use on an occasion. */
export function sentencesFor(
  slot: Slot,
  tongue: Tongue,
  wording: 'plain' | 'adverse' | 'constants',
): readonly string[] {
  const isYes = (yesSlots as readonly string[]).includes(slot)
  const isNo = (noSlots as readonly string[]).includes(slot)
  const adverse = isYes ? adverseYes[slot as YesSlot] : isNo ? adverseNo[slot as NoSlot] : undefined
  if (wording === 'adverse' && adverse !== undefined) return adverse.split('|')
  const spoken = wording === 'constants' ? constants : tongue === 'en' ? english : sentencesElsewhere[tongue]
  const general = isYes ? spoken.yes : isNo ? spoken.no : (spoken[slot] ?? english[slot] ?? '')
  const own = spoken[slot]
  return [...(own === undefined ? [] : own.split('|')), ...(isYes || own === undefined ? general.split('|') : [])]
}
