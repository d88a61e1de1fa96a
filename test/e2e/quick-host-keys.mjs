import crypto from 'node:crypto'

/**
 * Loaded into the host of a spec before its program: a key from a passphrase or a PIN takes a third of a second of a processor, and
 * the specs need hundreds. The unit tests of the vault use the real cost, and so do the specs on the double of Electron.
 */
const { scrypt } = crypto
/** @type {(guess: string, salt: Buffer, length: number, limits: unknown, done: (error: Error | null, key: Buffer) => void) => void} */
const scryptQuickly = (guess, salt, length, _limits, done) => scrypt(guess, salt, length, { cost: 2 ** 5 }, done)
Object.assign(crypto, { scrypt: scryptQuickly })
