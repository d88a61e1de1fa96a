import type { LabelCode } from '../../../../../shared/domain/label/label.ts'

/** Codes that come within this of each other, in milliseconds, are of one label. */
export const gatherPause = 300
/** A code that is being typed is waited for no longer than this. */
const longestWait = 1000

interface GatheringHearer {
  /** A code came: all codes of this label so far. */
  readonly heard: (codes: readonly LabelCode[]) => void
  /** No further code came. */
  readonly gathered: (codes: readonly LabelCode[]) => void
}

export interface LabelGatherer {
  readonly add: (code: LabelCode) => void
  /** A code that says nothing by itself: of use only where another one of the label names a box. */
  readonly note: (code: LabelCode) => void
  /** A key came, which may be of the next code. */
  readonly wait: () => void
  readonly stop: () => void
}

/** Puts the codes of one label together, each once; it begins anew when none has come for a while. */
export function createLabelGatherer(
  hearer: GatheringHearer,
  now: () => number = () => performance.now(),
): LabelGatherer {
  let codes: readonly LabelCode[] = []
  let isHeard = false
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (): void => {
    const found = codes
    const isWorth = isHeard
    reset()
    if (isWorth) hearer.gathered(found)
  }
  const reset = (): void => {
    clearTimeout(timer)
    timer = undefined
    codes = []
    isHeard = false
  }
  const waitAgain = (): void => {
    clearTimeout(timer)
    timer = setTimeout(end, gatherPause)
  }
  const keep = (code: LabelCode): void => {
    if (!codes.some(({ text }) => text === code.text)) codes = [...codes, code]
    latest = now()
    waitAgain()
  }
  return {
    add(code) {
      keep(code)
      isHeard = true
      hearer.heard(codes)
    },
    note: keep,
    wait() {
      if (timer !== undefined && now() - latest < longestWait) waitAgain()
    },
    stop: reset,
  }
}
