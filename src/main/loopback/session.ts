import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../ports.ts'

/** Who may speak to this server: whoever opened it by the launch token, from then on by a cookie. */
export interface Session {
  /** Works once; stands in the address that is printed and nowhere else. */
  readonly launchToken: string
  /** The `Set-Cookie` header that the launch token is changed for; nothing for another token, or the second time. */
  readonly redeem: (token: string) => string | undefined
  /** Whether a `Cookie` header carries this session. */
  readonly admits: (cookieHeader: string | undefined) => boolean
}

/**
 * A session for the server at `port`, for the life of this process. Cookies know no ports, so the port is in the name: two
 * servers on one computer do not sign each other's pages out.
 */
export function createSession(random: Random, port: number): Session {
  const launchToken = newSecret(random)
  const cookie = newSecret(random)
  const name = `setdesk_${String(port)}`
  let used = false

  return {
    launchToken,
    redeem: (token) => {
      if (used || !isSame(token, launchToken)) return undefined
      used = true
      // Kept when the browser closes: the value dies with this process, and without it a closed browser is locked out.
      return `${name}=${cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`
    },
    admits: (header = '') =>
      header.split(';').some((pair) => {
        const [key = '', value = ''] = pair.trim().split('=', 2)
        return key === name && isSame(value, cookie)
      }),
  }
}

const newSecret = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url')

/** Takes the same time wherever the two differ. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
