import { z } from 'zod'

const nothing = z.object({})
const id = z.string().min(1).max(64)
const name = z.string().trim().min(1, 'required').max(80, 'too-long')
/** A PIN that is chosen. Digits alone: they are typed at a counter, often on a number pad. */
const newPin = z.string().regex(/^\d{4,12}$/, 'pin-digits')
const pin = z.string().min(1).max(12)

/** Who works at this computer. `ownPin`: the PIN of the technician who is signed in and asks for the change. */
export const whoChannels = {
  'who.sign-in': { request: z.object({ id, pin }), response: nothing },
  'who.sign-out': { request: nothing, response: nothing },
  /** Somebody has pressed a key or clicked: the time until the lock begins again. */
  'who.active': { request: nothing, response: nothing },
  /** The first technician is the supervisor, is signed in at once, and needs no `ownPin`. */
  'who.add': { request: z.object({ name, pin: newPin, ownPin: pin.optional() }), response: nothing },
  'who.rename': { request: z.object({ id, name, ownPin: pin }), response: nothing },
  'who.remove': { request: z.object({ id, ownPin: pin }), response: nothing },
  'who.set-pin': { request: z.object({ id, pin: newPin, ownPin: pin }), response: nothing },
} as const
