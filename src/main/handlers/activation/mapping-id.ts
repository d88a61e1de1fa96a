import { assertNever } from '../../../shared/assert-never.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Clock, Random } from '../../ports.ts'
import { makeUlid } from '../session/installation.ts'

/**
 * A mapping id that nobody else makes: the installation's own id and a ULID; shorter, the id and the random end of one; or
 * twenty digits, where a platform takes nothing else.
 */
export function makeMappingId(
  form: Connection['mappingId'],
  installation: string,
  clock: Clock,
  random: Random,
): string {
  switch (form) {
    case 'full':
      return `${installation}-${makeUlid(clock, random)}`
    case 'short':
      return `${installation}-${makeUlid(clock, random).slice(-13)}`
    case 'digits':
      return Array.from({ length: 20 }, (_, index) => (index === 0 ? 1 + random.below(9) : random.below(10))).join('')
    default:
      return assertNever(form)
  }
}
