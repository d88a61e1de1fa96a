import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../ports.ts'

/**
 * Decides who may use the bridge, until the process ends: the launch token, which works once, is exchanged for a bearer, and
 * every later request carries the bearer in its `Authorization` header. It is no cookie, because a browser sends the cookies of
 * 127.0.0.1 to every port, so also to the servers of other programs.
 */
export function createBrowserSession(random: Pick<Random, 'bytes'>) {
  const launchToken = newSecret(random)
  const bearer = newSecret(random)
  let used = false

  return {
    launchToken,
    isUsed: () => used,
    /** Exchanges the launch token for the bearer. Undefined for a wrong token, and the second time. */
    redeem: (token: string): string | undefined => {
      if (used || !isSame(token, launchToken)) return undefined
      used = true
      return bearer
    },
    /** `header`: the `Authorization` header. Admits nobody before the launch token was used. */
    admits: (header = ''): boolean => used && isSame(header, `Bearer ${bearer}`),
  }
}

export type BrowserSession = ReturnType<typeof createBrowserSession>

const newSecret = (random: Pick<Random, 'bytes'>): string => Buffer.from(random.bytes(32)).toString('base64url')

/** Takes the same time whether the texts differ early or late. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
