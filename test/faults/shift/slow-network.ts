import type { Exchange, PlatformRequest, Transport } from '../../../src/platform/transport/exchange.ts'

/** A transport over real connections whose requests take a while, in the time of a shift. */
export interface SlowNetwork extends Transport {
  /** Resolves when no request is on its way; those that only wait for their time do not count. */
  readonly quiet: () => Promise<void>
  /** The signals of all requests that are still referenced. */
  readonly signals: () => Iterable<AbortSignal>
}

/** `after`: a timer of the shift. `draw`: random numbers from 0 up to 1. */
export function slowDown(
  transport: Transport,
  after: (ms: number, action: () => void) => unknown,
  draw: () => number,
): SlowNetwork {
  const held = new Set<WeakRef<AbortSignal>>()
  const seen = new WeakSet<AbortSignal>()
  const flying = new Set<Promise<Exchange>>()
  const note = (signal: AbortSignal): void => {
    if (seen.has(signal)) return
    seen.add(signal)
    held.add(new WeakRef(signal))
  }
  return {
    async exchange(request: PlatformRequest): Promise<Exchange> {
      if (request.signal !== undefined) note(request.signal)
      await new Promise<void>((resolve) => void after(shortest + draw() * (longest - shortest), resolve))
      const flight = transport.exchange(request)
      flying.add(flight)
      return await flight.finally(() => flying.delete(flight))
    },
    async quiet() {
      while (flying.size > 0) await Promise.allSettled(flying)
    },
    *signals() {
      for (const reference of held) {
        const signal = reference.deref()
        if (signal === undefined) held.delete(reference)
        else yield signal
      }
    },
  }
}

/** How long a request takes on its way, milliseconds. */
const [shortest, longest] = [80, 400]
