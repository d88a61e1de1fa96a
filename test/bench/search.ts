import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFinishedJobs } from './finished-jobs.ts'
import type { Metric } from './metric.ts'
import { composeApp } from './open-app.ts'
import { inMs, mustBe } from './paired.ts'
import { quantile } from './statistics.ts'

const known = 100_000
const searches = 1000

/** What a person types for the customer of a job by its number, and the number of jobs that it must find. */
const texts: readonly ((number: number) => readonly [text: string, found: number])[] = [
  (number) => [`okonkwo ${number}`, 1],
  (number) => [`001a79${number.toString(16).padStart(6, '0')}`, 1],
  (number) => [macOf(number), 1],
  (number) => [String(4_000_000_000 + number), 1],
  () => ['nobody of this name', 0],
  () => ['amelie', 6],
]

const macOf = (number: number): string =>
  (`001A79${number.toString(16).toUpperCase().padStart(6, '0')}`.match(/../g) ?? []).join(':')

/** Large numbers: no other number of a job contains one of them. */
const numberOf = (search: number): number => 100_000 - ((search * 7919) % 900)

export const searchMs: Metric = {
  key: 'search_ms',
  title: 'p99 to find jobs by a name, box or user ID among 100,000 customers and boxes, once all are open, ms',
  gate: { atMost: 30 },
  async measure() {
    const passphrase = randomBytes(12).toString('base64url')
    const folder = await makeFinishedJobs(known, passphrase)
    const { app, call } = composeApp(folder)
    try {
      await app.start()
      await call('vault.unlock', { passphrase })
      const begun = performance.now()
      const first = await call('job.list', { text: 'okonkwo 100000', limit: 6 })
      const firstMs = performance.now() - begun
      mustBe('jobs found by the first search', first.jobs.length, 1)
      while ((await call('job.list', { text: 'nobody', limit: 6 })).isPartial === true) await delay(20)
      const openedMs = performance.now() - begun
      const times: number[] = []
      for (let search = 0; search < searches; search += 1) {
        const number = numberOf(search)
        const [text, expected] = texts[search % texts.length]?.(number) ?? ['', 0]
        const started = performance.now()
        const { jobs } = await call('job.list', { text, limit: 6 })
        times.push(performance.now() - started)
        mustBe(`jobs found by ${text}`, jobs.length, expected)
      }
      const value = quantile(times, 0.99)
      return {
        value,
        low: value,
        high: value,
        notes: [
          `${searches} searches, p50 ${inMs(quantile(times, 0.5))}`,
          `the first search took ${inMs(firstMs)}, all jobs were open after ${inMs(openedMs)}`,
          'each search found exactly the jobs that it had to',
        ],
      }
    } finally {
      await app.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
