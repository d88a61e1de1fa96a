import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLong, readAside } from '../../src/platform/aside/read-aside.ts'
import { operation } from '../../src/platform/catalogue/catalogue.ts'
import { createRedactor, hidePasswords } from '../../src/platform/redact.ts'
import { largestAnswer } from '../../src/shared/domain/answer-size.ts'
import { summarise, type Metric } from './metric.ts'
import { mustBe } from './paired.ts'
import { median } from './statistics.ts'

const secret = 'a-token-of-this-platform'
const times = 5

/** Texts with which a platform could make masking slow. */
const parts = {
  quotes: '"',
  backslashes: '\\',
  'open elements': '<a>',
  'open attributes': '<pin a="',
  'entities in entities': '&amp;amp;',
  'names without a value': 'password ',
  'values without an end': '"password":"a',
  'lists without an end': '"password":[',
  'elements without an end': '<pin>a',
  'secrets side by side': '<pin>a</pin>',
  'parts of the token': 'a-token-of-',
} as const

const fill = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length))

/** Milliseconds to mask a text as an answer is masked. */
export function timeToMask(text: string): number {
  const redactor = createRedactor([], [secret])
  const began = performance.now()
  hidePasswords(redactor.text(text))
  return performance.now() - began
}

/** The longest time for which the process did not respond while it read a list of this size, milliseconds. */
export async function stallWhileReading(bytes: number): Promise<number> {
  const customer = (id: number) => ({ userid: `u${id}`, password: `p-${id}`, note: secret, status: 'Active' })
  const text = JSON.stringify(Array.from({ length: Math.floor(bytes / 90) }, (_, id) => customer(id)))
  mustBe('answers that are read aside', Number(isLong(text)), 1)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await sleep(50)
  delay.enable()
  const answer = await readAside({
    kind: 'answer',
    exchange: { reach: 'answered', status: 200, headers: {}, text },
    operation: operation('GetCustomerStatusByReseller'),
    secrets: [secret],
    tokens: [secret],
    now: 0,
  })
  // The work of the last turn counts as well.
  await sleep(20)
  delay.disable()
  mustBe('answers that were accepted', Number(answer.verdict === 'accepted'), 1)
  return delay.max / 1e6
}

export const maskGrowth: Metric = {
  key: 'mask_growth',
  title: 'time for each byte to mask secrets: 8 MiB / 1 MiB, the worst of the texts that could make it slow',
  gate: { atMost: 2 },
  async measure() {
    const small = largestAnswer / 8
    const growths = Object.entries(parts).map(([name, part]) => {
      const timeOf = (bytes: number): number =>
        median(Array.from({ length: times }, () => timeToMask(fill(part, bytes))))
      return { name, growth: timeOf(largestAnswer) / timeOf(small) / 8 }
    })
    const notes = growths.map(({ name, growth }) => `${name}: ${growth.toFixed(2)}`)
    const worst = Math.max(...growths.map(({ growth }) => growth))
    return { value: worst, low: worst, high: worst, notes }
  },
}

export const answerStall: Metric = {
  key: 'answer_stall_ms',
  title: 'the longest time in which the main process did not answer while it read an answer of 8 MiB',
  gate: { atMost: 100 },
  async measure() {
    const stalls: number[] = []
    for (let turn = 0; turn < times; turn += 1) stalls.push(await stallWhileReading(largestAnswer))
    return summarise(stalls, ['the answer is accepted, with every record'])
  },
}
