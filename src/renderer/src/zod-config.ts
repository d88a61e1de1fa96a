import { config } from 'zod/v4'

// Stops zod from compiling its checks with `Function`, which the content security policy forbids. Every part of the page that is
// loaded later gets zod by this file, so none can come before this line, and the first screen does without zod.
config({ jitless: true })

export * from 'zod/v4'
