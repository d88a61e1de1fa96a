import { config } from 'zod'

/** Stops zod from compiling its checks with `Function`, which the content security policy forbids. */
export function keepZodFromCompiling(): void {
  config({ jitless: true })
}
