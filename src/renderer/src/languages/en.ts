import { texts as first } from './en-first.ts'
import { texts as rest } from './en-rest.ts'

/** All words on screen, by feature. */
export const english = { ...first, ...rest }

/** The words of any language have the same keys. A structure test holds them to it. */
export type Texts = typeof english
