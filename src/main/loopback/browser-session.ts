import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../ports.ts'

/**
 * Decides who may use the server at `port`, until the process ends: the launch token, which appears only in the printed address
 * and works once, opens a session; then a cookie carries it. Browsers share cookies between ports, so the cookie's name
 * contains the port: two servers on one computer do not sign each other's pages out.
 */
export function createBrowserSession(random: Random, port: number) {
  const launchToken = newSecret(random)
  const cookie = newSecret(random)
  const name = `setdesk_${String(port)}`
  let used = false

  return {
    launchToken,
    /** Exchanges the launch token for a `Set-Cookie` header. Undefined for a wrong token, and the second time. */
    redeem: (token: string): string | undefined => {
      if (used || !isSame(token, launchToken)) return undefined
      used = true
      // The cookie outlives the browser, so that a reopened browser is not locked out. Its value is valid only for this process.
      return `${name}=${cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`
    },
    admits: (header = ''): boolean =>
      header.split(';').some((pair) => {
        const [key = '', value = ''] = pair.trim().split('=', 2)
        return key === name && isSame(value, cookie)
      }),
  }
}

export type BrowserSession = ReturnType<typeof createBrowserSession>

const newSecret = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url')

/** Takes the same time whether the texts differ early or late. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
