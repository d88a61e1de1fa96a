import { z } from 'zod'

const text = z.string().max(2000, 'too-long')
const parameterName = z.string().min(1).max(60)

/** Values by the names of the interface; what is left out is not sent. The platform's rules judge them where they are sent. */
export const consoleValuesSchema = z.record(parameterName, text)
export type ConsoleValues = z.infer<typeof consoleValuesSchema>

/** One operation of the interface, as an engineer filled it in; the services and the token are the connection's. */
export const consoleCallSchema = z.object({ operation: z.string().min(1).max(60), values: consoleValuesSchema })

/** A changing operation out of the console: sent as it was chosen, and read back as work of its effect is. */
export const consoleIntentSchema = consoleCallSchema.extend({ kind: z.literal('console') })
export type ConsoleIntent = z.infer<typeof consoleIntentSchema>
