import { refuse, type Action } from './action.ts'
import { findOperation, type Operation } from './operations.ts'
import { writeReply } from './write-reply.ts'
import type { PlatformDescription } from './description.ts'
import type { Said, Speaker } from './say.ts'

/** The answers of this platform that mean different things but are identical. */
export function findLikeAnswers(description: PlatformDescription, speaker: Speaker): readonly string[] {
  const write = (said: Said): string => JSON.stringify(writeReply(said, description, 0, 'any'))
  const say = (action: Action, path: string): string =>
    write(speaker.say(action, findOperation('GET', path) as Operation))
  const [customer, devices, hostname] = [
    '/api/GetCustomer/getCustomer',
    '/api/GetCustomer/devices',
    '/api/MacAddress/GetMacAddressesUnderHostname',
  ] as const
  const unknown = say({ kind: 'unknown', about: 'customer' }, customer)
  const none: Action = { kind: 'boxes', boxes: [] }
  const pairs: readonly (readonly [note: string, isAlike: boolean])[] = [
    ['a wrong token reads like an unknown customer', write(speaker.refuseToken()) === unknown],
    ['a wrong password reads like an unknown customer', say(refuse('bad-password', 'password'), customer) === unknown],
    [
      'an unknown customer reads like one without devices',
      say({ kind: 'unknown', about: 'customer' }, devices) === say(none, devices),
    ],
    [
      'an unknown hostname reads like one without MACs',
      say({ kind: 'unknown', about: 'hostname' }, hostname) === say(none, hostname),
    ],
  ]
  return pairs.filter(([, isAlike]) => isAlike).map(([note]) => note)
}
