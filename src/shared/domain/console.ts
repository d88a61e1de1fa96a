import { z } from 'zod'

const text = z.string().max(2000, 'too-long')
const parameterName = z.string().min(1).max(60)

/** Values by the interface's parameter names. A missing value is not sent. The catalogue checks the values before sending. */
export const consoleValuesSchema = z.record(parameterName, text)
export type ConsoleValues = z.infer<typeof consoleValuesSchema>

/** One operation as the engineer filled it in. The connection supplies services and token. */
export const consoleCallSchema = z.object({ operation: z.string().min(1).max(60), values: consoleValuesSchema })

/** A changing operation from the console. The operation is sent as entered, and read back like a job with the same effect. */
export const consoleIntentSchema = consoleCallSchema.extend({ kind: z.literal('console') })
export type ConsoleIntent = z.infer<typeof consoleIntentSchema>
