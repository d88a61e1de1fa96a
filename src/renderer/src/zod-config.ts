import { config } from 'zod/v4'

// Stops zod from compiling its checks with `Function`, which the content security policy forbids. All parts of the page that load later
// import zod through this file, so this line runs before any of these parts. The first screen works without zod.
config({ jitless: true })

export * from 'zod/v4'
