/** What happens to one request on its way. Times in milliseconds. */
export interface RequestFate {
  /** Which hub gets it. */
  readonly hub: number
  readonly waitBefore: number
  readonly waitAfter: number
  readonly loses: 'request' | 'answer' | undefined
  /** The request is sent once more later, perhaps to the other hub. */
  readonly copy: { readonly after: number; readonly hub: number } | undefined
}

/** Shares of requests that meet each fault. */
export interface Weather {
  readonly lost: number
  readonly slow: number
  readonly copied: number
}

export const calm: Weather = { lost: 0, slow: 0, copied: 0 }
export const stormy: Weather = { lost: 0.04, slow: 0.08, copied: 0.12 }

/** Longest waits, milliseconds: longer than a laptop waits before a call, and longer than a frozen hub stays frozen. */
const [longestSlow, longestCopy] = [6000, 20_000]

/** Always draws the same number of random numbers, so that the faults of a request do not depend on earlier requests. */
export function drawFate({ lost, slow, copied }: Weather, draw: () => number): RequestFate {
  const below = (bound: number): number => Math.floor(draw() * bound)
  const [hub, other] = [below(2), below(2)]
  const [lostDraw, lostPart, slowDraw, slowPart, copyDraw] = [draw(), draw(), draw(), draw(), draw()]
  // Most are a little late, so that later requests overtake them; few are very late.
  const howSlow = Math.round(longestSlow * draw() ** 4)
  const howLate = Math.round(longestCopy * draw() ** 3)
  const isSlow = slowDraw < slow
  return {
    hub,
    waitBefore: isSlow && slowPart < 0.5 ? howSlow : 0,
    waitAfter: isSlow && slowPart >= 0.5 ? howSlow : 0,
    loses: lostDraw >= lost ? undefined : lostPart < 0.5 ? 'request' : 'answer',
    copy: copyDraw < copied ? { after: howLate, hub: other } : undefined,
  }
}
