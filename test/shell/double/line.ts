import { createPeer, type Calls, type Peer } from '../peer.ts'
import type { ScreenCalls } from '../calls.ts'

const answers: Record<string, Calls[string]> = {}

/** The side with the browser. */
export const screenSide: Peer<ScreenCalls> = createPeer<ScreenCalls>(process, answers)

/** Adds calls that this process answers. */
export function answerCalls(calls: Partial<Calls>): void {
  Object.assign(answers, calls)
}

// Without the test there is no browser.
process.on('disconnect', () => process.exit(0))
