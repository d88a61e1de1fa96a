import type { NoSlot, YesSlot } from './sentences.ts'

/**
 * Sentences of success with words of refusal. Modelled on: SMSC and IVR reports ("0 errors"), RADIUS panels ("previously
 * expired"), WHM ("Account unsuspended"), textme ("number has successfully added to blacklist", a success), TR-069 ACS (faults
 * cleared), Chargebee dunning, Digiflazz ("no further action"), ISP consoles ("no longer blocked").
 */
export const adverseYes: Readonly<Record<YesSlot, string>> = {
  created:
    'Account added without errors|0 errors, 1 row inserted|Customer stored. Not yet invoiced|Created; no duplicates were found|User added, welcome mail not requested|Errors: 0|Subscriber entered. Unpaid invoices: none',
  'bound-user':
    'Device added without errors|0 errors|Box attached, limit not exceeded|Equipment registered; it was not in use elsewhere|Lock removed, device is in|Device accepted. Missing model filled in later|No conflict, device written',
  'bound-hostname':
    'MAC mapped, no conflict|Route stored. Previous entry: not found|0 rows rejected|Binding saved, unknown vendor prefix noted|MAC written without error',
  renewed:
    'Subscription prolonged, no further action required|Previously expired account renewed|Limit raised|Renewal booked, never mind the missing invoice|Expired account is running again|Term extended; unused days are not lost|No errors. New end date set',
  changed:
    'Old product terminated, new product active|Plan cancelled and replaced|Package changed; the invalid one is gone|Downgrade done, no refund denied|Product updated, 0 failures',
  disabled:
    'Account locked|Service denied from now on|Subscriber blocked|Account disabled, access is rejected|Barred. Not reachable any more',
  enabled:
    'Account unlocked|No longer blocked|Block removed|Suspension cancelled|Disabled flag cleared|The ban was lifted, no errors|Unbarred',
  accepted:
    'Request in the queue, no error|Accepted; do not send again|Job stored, 0 refused|Order taken. Failures are reported by mail',
}

/**
 * Refusals with words of success. Modelled on: textme (status 946 and 944), iQSMS and SMSC ("accepted" that was not sent), Sklik
 * ("Partially OK"), Oracle SDS (NO_UPDATES), Digiflazz ("Tidak ada perubahan"), FlexNet ("status SUCCESS" beside failed data),
 * SOAP services that put "OK" into the header and the fault into the body.
 */
export const adverseNo: Readonly<Record<NoSlot, string>> = {
  'bad-token':
    'Success: false|Login page loaded|OK, but who are you?|Request received without valid key|Connection successful, token unsuccessful|Your session was ended successfully, log in again',
  'bad-password':
    'User found, password not accepted|Success: false|Account active, credentials invalid|Verified: no|Login completed with status FAILED',
  'no-customer':
    'Search completed, 0 customers|OK, nobody by that name|Request processed: no such account|Success: false|Lookup successful, result empty',
  'no-hostname':
    'Lookup done, host does not exist|Request accepted but not executed|Completed: 0 hosts changed|OK, no such host',
  'userid-taken':
    'Account was already created earlier|Could not be completed, the login exists|Success: false|User is active already, nothing created|Registration done before; rejected',
  'device-taken':
    'Device successfully found at another customer|Added: 0|Device is active elsewhere|Success: false|Could not be added',
  'device-already':
    'OK, nothing changed|Device was added before, not added again|Request accepted but not executed|Done: 0',
  'device-limit':
    'Device could not be added successfully|Active devices: all allowed in use|Success: false|Operation done with status FAILED|Maximum approved number reached',
  'bad-value':
    'Request accepted but not executed|Processed with result INVALID|Could not be completed|Success: false|Value received, not valid|Operation done with status FAILED',
  missing: 'Request received successfully but incomplete|Success: false|Could not be completed|Accepted: no',
  'bad-service':
    'Request accepted but not executed|Service could not be updated|Success: false|OK is impossible for this company',
  'not-allowed':
    'Request accepted but not executed|Operation done with status FAILED|Permission successfully evaluated: denied|Could not be renewed|Approved: no',
  'already-disabled': 'OK, nothing changed|Done already, nothing done now|Account was disabled before; no action taken',
  'already-enabled': 'OK, nothing changed|Account is active, nothing was done|Already enabled; no action taken',
  'already-product':
    'OK, nothing changed|Product is active already, change not executed|Completed earlier; not repeated',
}
