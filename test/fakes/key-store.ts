import type { KeyStore } from '../../src/main/ports.ts'

/** The state of an operating system's key store. A test may change it at any time. */
export interface KeyStoreState {
  answers: boolean
  /** The store is locked, and wraps with a publicly known key. */
  isWeak: boolean
  /** The system has changed its key since the bytes were wrapped. */
  isStale: boolean
}

/** A simulated key store of an operating system. Its wrapping protects nothing. */
export function fakeKeyStore(state: Partial<KeyStoreState> = {}): Extract<KeyStore, { kind: 'system' }> {
  const answer = <T>(value: T): Promise<T> =>
    state.answers === false ? Promise.reject(new Error('locked')) : Promise.resolve(value)
  return {
    kind: 'system',
    isWeak: (wrapped) => wrapped[0] === 0,
    wrap: (key) => answer(Uint8Array.of(state.isWeak === true ? 0 : 1, ...flip(key))),
    unwrap: (wrapped) => answer({ key: flip(wrapped.subarray(1)), isStale: state.isStale === true }),
  }
}

const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff)
