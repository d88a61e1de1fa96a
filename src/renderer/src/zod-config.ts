import { config } from 'zod'

/** zod would compile its checks with `Function`, which the content security policy forbids. */
export function keepZodFromCompiling(): void {
  config({ jitless: true })
}
