import { z } from 'zod'

const text = z.string().max(2000, 'too-long')
const parameterName = z.string().min(1).max(60)

/** Values by the names of the interface; a missing value is not sent. The catalogue's rules check the values before sending. */
export const consoleValuesSchema = z.record(parameterName, text)
export type ConsoleValues = z.infer<typeof consoleValuesSchema>

/** One operation as the engineer filled it in; services and token come from the connection. */
export const consoleCallSchema = z.object({ operation: z.string().min(1).max(60), values: consoleValuesSchema })

/** A changing operation from the console: sent as entered, and read back like other work with the same effect. */
export const consoleIntentSchema = consoleCallSchema.extend({ kind: z.literal('console') })
export type ConsoleIntent = z.infer<typeof consoleIntentSchema>
