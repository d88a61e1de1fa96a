import { createHash } from 'node:crypto'

/** The token of a new session. The station's id in it selects the rate limit of a call. Only the token's hash is stored. */
export const formatToken = (station: string, random: Uint8Array): string =>
  `${station}.${Buffer.from(random).toString('base64url')}`

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The station's id in a token. Anyone can invent a token, so the id is proved only after the database has accepted the token. */
export const stationOfToken = (token: string): string => token.slice(0, 36)

export const readBearer = (header: string | undefined): string | undefined =>
  /^Bearer ([\w.-]{32,200})$/i.exec(header ?? '')?.[1]

const mostTokens = 20_000

/** Remembers tokens that the database has recently accepted. A call with any other token uses the limits of its address. */
export function createKnownTokens() {
  const known = new Set<string>()
  return {
    has: (token: string): boolean => known.has(token),
    add(token: string): void {
      known.delete(token)
      known.add(token)
      for (const oldest of known) {
        if (known.size <= mostTokens) break
        known.delete(oldest)
      }
    },
    remove: (token: string): boolean => known.delete(token),
  }
}
