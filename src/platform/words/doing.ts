import type { Operation } from '../catalogue/operation.ts'

/** The kind of work that a call does. A toggle is one of two kinds. */
export type Doing = 'create' | 'bind' | 'renew' | 'change' | 'disable' | 'enable'

/** The kind of work that a call does; undefined for a read. */
export function doingOf({ id, effect }: Pick<Operation, 'id' | 'effect'>): Doing | undefined {
  if (effect === 'read') return undefined
  if (effect !== 'toggle') return effect
  return id === 'Disable' ? 'disable' : 'enable'
}

/** The English words for one kind of work, each as part of a pattern. */
export interface WorkWords {
  /** What the work is done to. */
  readonly thing: string
  /** "Customer added": that it has been done. */
  readonly done: string
  /** "Could not add": the work itself. */
  readonly action: string
  /** "Creation failed": the work as a noun. */
  readonly noun: string
}

/** Words for a customer. */
export const customerWords = 'customers?|clients?|(?:end[- ])?users?|subscribers?|accounts?'
/** Words for a box and for its identifiers. */
export const deviceWords =
  'devices?|box(?:es)?|set[- ]?top[- ]?box(?:es)?|stbs?|receivers?|decoders?|mac(?:s|[- ]?address(?:es)?)?'

/** Lists a word only if it can mean nothing but this work: "Device added" says nothing about a customer. */
export const workWords: Readonly<Record<Doing, WorkWords>> = {
  create: {
    thing: `${customerWords}|subscriptions?|log-?ins?`,
    done: 'added|created|registered|saved|inserted',
    action: 'add|create|register|save|insert',
    noun: 'creation|registration',
  },
  bind: {
    thing: `${deviceWords}|bindings?`,
    done: 'added|bound|registered|assigned|attached|linked|paired|saved|inserted',
    action: 'add|bind|register|assign|attach|link|pair|save|insert',
    noun: 'binding|assignment|pairing|registration',
  },
  renew: {
    thing: `${customerWords}|subscriptions?|services?|contracts?|packages?`,
    done: 'renewed|extended|prolonged',
    action: 'renew|extend|prolong',
    noun: 'renewal|extension|prolongation',
  },
  change: {
    thing: `${customerWords}|subscriptions?|products?|packages?|plans?|tariffs?`,
    done: 'changed|updated|switched|replaced',
    action: 'change|update|switch|replace',
    noun: '(?:(?:product|package|plan|subscription)\\s+)?(?:change|switch|update)',
  },
  disable: {
    thing: `${customerWords}|subscriptions?|log-?ins?`,
    done: 'disabled|deactivated|suspended|blocked|locked',
    action: 'disable|deactivate|suspend|block|lock',
    noun: 'deactivation|suspension',
  },
  enable: {
    thing: `${customerWords}|subscriptions?|log-?ins?`,
    done: '(?:re-?)?(?:enabled|activated)|unblocked|unlocked|unsuspended|resumed',
    action: '(?:re-?)?(?:enable|activate)|unblock|unlock|unsuspend|resume',
    noun: '(?:re-?)?activation',
  },
}

/** Words for the call itself, whatever it does. */
export const callWords = 'requests?|operations?|transactions?|calls?|actions?|commands?'
