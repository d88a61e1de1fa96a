import { inProject } from '../scripts/lib/project.mjs'

/**
 * For the environment of a program that a test starts from its sources. Node keeps there what it compiled, so the next start takes
 * half the processor time. Node compares each file with what it kept. The built app keeps its code by itself.
 */
export const keptCode = { NODE_COMPILE_CACHE: inProject('.cache', 'compiled') } as const
