import { createRequire } from 'node:module'
import { join } from 'node:path'
import { keepCompiledCode } from '../host/compiled-code.ts'

// The entry of the built host, which runs from a checkout. All other code is in one file beside this one.
keepCompiledCode(join(import.meta.dirname, '..', '..', '.cache', 'code'))
createRequire(import.meta.url)('./loopback-main.cjs')
