import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../ports.ts'

/**
 * Decides who may use the bridge until the process ends. The launch token works once and is exchanged for a bearer token. Every later
 * request to the bridge carries the bearer token in its `Authorization` header. No cookie is used, because a browser sends the cookies of
 * 127.0.0.1 to every port, and so to the servers of other programs.
 */
export function createBrowserSession(random: Pick<Random, 'bytes'>) {
  const launchToken = newSecret(random)
  const bearer = newSecret(random)
  let used = false
  const isLaunchToken = (token: string): boolean => !used && isSame(token, launchToken)

  return {
    launchToken,
    isUsed: () => used,
    /** Whether `redeem` accepts this token. */
    isLaunchToken,
    /** Exchanges the launch token for the bearer token. Undefined for a wrong token, and for a second use. */
    redeem: (token: string): string | undefined => {
      if (!isLaunchToken(token)) return undefined
      used = true
      return bearer
    },
    /** `header`: the `Authorization` header. Always false before the launch token was used. */
    admits: (header = ''): boolean => used && isSame(header, `Bearer ${bearer}`),
  }
}

export type BrowserSession = ReturnType<typeof createBrowserSession>

const newSecret = (random: Pick<Random, 'bytes'>): string => Buffer.from(random.bytes(32)).toString('base64url')

/** Compares two texts in a time that does not depend on where they differ. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
