import type { HostnameList } from '../../../shared/bridge/hostname-channels.ts'
import type { Answer } from '../../../platform/answer.ts'

const boxes = /\b(?:mac|macs|mac\s*address(?:es)?|devices?|box(?:es)?)\b/i
const hostname = /\bhost(?:\s?names?|s)?\b|\bdomain\b|\bportal\b/i

/**
 * Why an answer of `GetMacAddressesUnderHostname` lists no box (MAC addresses): it says what is missing, or leaves both open, as
 * it does with no words at all and with those of other calls.
 */
export function tellNone({ verdict, message = '' }: Pick<Answer, 'verdict' | 'message'>): HostnameList['none'] {
  if (verdict === 'accepted' || boxes.test(message)) return 'no-box'
  return hostname.test(message) ? 'unknown-hostname' : 'either'
}
