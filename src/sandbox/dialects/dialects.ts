import type { SandboxOptions } from '../options.ts'
import { classic } from './classic.ts'
import type { Dialect } from './dialect.ts'
import { foreign } from './foreign.ts'
import { lines } from './lines.ts'
import { modern } from './modern.ts'
import { table } from './table.ts'
import { terse } from './terse.ts'

/** Every dialect by its name. */
export const dialects: Readonly<Record<SandboxOptions['dialect'], Dialect>> = {
  classic,
  modern,
  terse,
  foreign,
  lines,
  table,
}
