import { XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations as catalogue } from '../../../src/platform/catalogue/catalogue.ts'
import { drawPlatform } from '../../platforms/draw-platform.ts'
import { operations } from '../../platforms/operations.ts'
import { playScript, type Played } from './script.ts'
import type { Platform } from '../../platforms/platform.ts'

const seedCount = 500
const findings = { ledger: [] as string[], words: [] as string[], form: [] as string[], doubles: [] as string[] }
const asked = new Set<string>()
let calls = 0

beforeAll(() => {
  for (let seed = 0; seed < seedCount; seed += 1) {
    const platform = drawPlatform(seed)
    const played = playScript(platform)
    calls += played.length
    for (const one of played) {
      asked.add(one.told.operation)
      if (!isInLedger(one, platform)) findings.ledger.push(`seed ${seed}: ${one.told.operation}`)
      const fault = findFault(one, platform)
      if (fault !== null) findings.form.push(`seed ${seed}: ${one.told.operation}: ${fault} in ${one.reply.text}`)
    }
    findings.words.push(...findLikeWords(played).map((words) => `seed ${seed}: ${words}`))
    const doubles = platform.customers().filter(({ userid }) => userid === 'box-1').length
    if (doubles !== (platform.description.behaviour.duplicateUserids === 'permitted' ? 2 : 1))
      findings.doubles.push(`seed ${seed}: ${doubles}`)
  }
}, 300_000)

function isInLedger({ told, before, after }: Played, platform: Platform): boolean {
  const written = platform.ledger().slice(before, after)
  const isAlike = JSON.stringify(told.entries ?? []) === JSON.stringify(written)
  return isAlike && written.length > 0 === (told.outcome === 'done')
}

/** What is wrong with a body in its encoding, or null. Bare words may be plain text. */
function findFault({ reply, told }: Played, { description }: Platform): string | null {
  const { encoding } = description.encoding
  const { text } = reply
  if (text === '' || text.startsWith('<!DOCTYPE html>')) return null
  if (reply.status === 204) return 'a body with 204'
  const { sentences, values } = description
  const userids = (told.customers ?? []).map(({ userid }) => userid)
  const alone = new Set([...Object.values(sentences), ...Object.values(values.statuses).map(String), ...userids])
  if (alone.has(text)) return null
  if (encoding.startsWith('xml')) {
    const result = XMLValidator.validate(text)
    return result === true ? null : JSON.stringify(result)
  }
  if (!encoding.startsWith('json')) return null
  const isPerLine = description.reads.list === 'per-line' && !text.startsWith('{\n')
  try {
    for (const document of isPerLine ? text.trim().split('\n') : [text]) {
      const parsed: unknown = JSON.parse(document)
      if (encoding === 'json-in-string' && typeof parsed === 'string' && !alone.has(parsed)) JSON.parse(parsed)
    }
    return null
  } catch (error) {
    return String(error)
  }
}

function findLikeWords(played: readonly Played[]): readonly string[] {
  const said = (outcome: string): ReadonlySet<string> =>
    new Set(
      played
        .filter(({ told }) => told.outcome === outcome)
        .map(({ told, reply }) => `${told.operation} ${reply.status} ${reply.text.replace(/"id":\d+/, '')}`),
    )
  const no = said('not-done')
  return [...said('done')].filter((words) => no.has(words))
}

describe('a generated platform', () => {
  it('gives the same answers for the same seed', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const [first, again] = [drawPlatform(seed), drawPlatform(seed)]
      expect(again.description).toEqual(first.description)
      expect(playScript(again)).toEqual(playScript(first))
    }
  }, 120_000)

  it('answers all operations of the interface', () => {
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(catalogue.length)
    expect([...asked].toSorted()).toEqual(operations.map(({ method, name }) => `${method} ${name}`).toSorted())
    expect(calls).toBeGreaterThan(100 * seedCount)
  })

  it('writes into the ledger exactly when its answer reports a change', () => {
    expect(findings.ledger).toEqual([])
  })

  it('never uses the same answer for an acceptance and a refusal', () => {
    expect(findings.words).toEqual([])
  })

  it('writes every body well-formed in its encoding', () => {
    expect(findings.form).toEqual([])
  })

  it('creates a second customer from a repeated creation if it permits duplicates', () => {
    expect(findings.doubles).toEqual([])
  })
})
