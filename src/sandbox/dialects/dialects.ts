import type { SandboxOptions } from '../options.ts'
import { classic } from './classic.ts'
import type { Dialect } from './dialect.ts'
import { foreign } from './foreign.ts'
import { modern } from './modern.ts'
import { terse } from './terse.ts'

/** Every dialect by its name. */
export const dialects: Readonly<Record<SandboxOptions['dialect'], Dialect>> = { classic, modern, terse, foreign }
