import type { Answer } from '../answer.ts'
import type { Operation } from '../catalogue/operation.ts'
import { interpret, type InterpretContext } from '../interpret.ts'
import { readProductList, type ProductList } from '../read/product-list.ts'
import { createRedactor } from '../redact.ts'
import type { Exchange } from '../transport/exchange.ts'

type Answered = Extract<Exchange, { reach: 'answered' }>

/** An answer to be read in another thread. The task holds only data, because functions cannot be copied to a thread. */
interface AnswerTask extends Omit<InterpretContext, 'redactor' | 'tokenRedactor'> {
  readonly kind: 'answer'
  readonly exchange: Answered
  readonly operation: Operation
  /** The secrets to remove from messages and raw text. */
  readonly secrets: readonly string[]
  /** The tokens to remove from data. */
  readonly tokens: readonly string[]
}

interface ProductsTask {
  readonly kind: 'products'
  readonly exchange: Answered
  readonly token: string
}

export type ReadTask = AnswerTask | ProductsTask

export type ReadResult<T extends ReadTask = ReadTask> = T extends AnswerTask ? Answer : ProductList

/** Carries out a task in the current thread. */
export function carryOut<T extends ReadTask>(task: T): ReadResult<T>
export function carryOut(task: ReadTask): ReadResult {
  const { exchange } = task
  if (task.kind === 'products') return readProductList(exchange.status, exchange.text, task.token)
  const { operation, secrets, tokens, ...context } = task
  return interpret(exchange, operation, {
    ...context,
    redactor: createRedactor(secrets),
    tokenRedactor: createRedactor(tokens),
  })
}
