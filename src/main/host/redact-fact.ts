import { hidePasswords, redacted } from '../../platform/redact.ts'

const secretName = /token|pass|secret|cookie|authorization|credential|key$/i
const personalName = /name$|mobile|telephone|phone|email|address|userid|customer|mac$|serial/i
/** Names that look personal or secret and are neither. */
const harmlessName = /^filename$/
/** Ids made here: long, and neither secret nor personal. */
const ownId = /^(?:job|connection|step|attempt)Id$/
const query = /([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#]*)[^\s]*/gi
const mac = /\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b/gi
const longRun = /[A-Za-z0-9+/_=-]{32,}/g
const longestFact = 300

/**
 * One fact of a log line as it may be written: nothing under a secret's or a person's name, an address without its path
 * and query, no MAC address, and no run of characters long enough to be a token or a key.
 */
export function redactFact(name: string, value: string | number | boolean): string | number | boolean {
  if (!harmlessName.test(name) && (secretName.test(name) || personalName.test(name))) return redacted
  if (typeof value !== 'string' || (ownId.test(name) && /^[\w-]{1,64}$/.test(value))) return value
  return hidePasswords(value)
    .replace(query, '$1$2')
    .replace(mac, redacted)
    .replace(longRun, redacted)
    .slice(0, longestFact)
}
