import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { english } from '../../../src/renderer/src/english.ts'
import { joinWords, speak, t } from '../../../src/renderer/src/locale.ts'
import { errorCodes } from '../../../src/shared/bridge/errors.ts'
import { jobStates, whyCodes } from '../../../src/shared/domain/job.ts'
import { jobKinds, stepKinds } from '../../../src/shared/domain/job-kinds.ts'

describe('the words of the screen', () => {
  it.each(errorCodes)('say for the error %s what happened and what to do next', (code) => {
    expect(t(`errors.${code}.what`)).toMatch(/\w.*\.$/)
    expect(t(`errors.${code}.next`)).toMatch(/\w.*\.$/)
  })

  it.each(whyCodes)('say for %s why a job is in its state, and what to do next', (code) => {
    expect(t(`why.${code}.says`)).toMatch(/\w.*\.$/)
    expect(t(`why.${code}.next`)).toMatch(/\w.*\.$/)
  })

  it.each(whyCodes)('include a message for the reason %s, which the app really uses', (code) => {
    const sources = readdirSync('src/main', { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    )
    expect(sources.filter((path) => readFileSync(`src/main/${path}`, 'utf8').includes(`'${code}'`))).not.toEqual([])
  })

  it.each(jobStates)('have a different word for the state %s than for any other', (state) => {
    const word = t(`states.${state}.word`)
    expect(jobStates.filter((other) => t(`states.${other}.word`) === word)).toEqual([state])
  })

  it('keep their order although a name sets the direction of the text after it', () => {
    expect(t('who.locked.pin', { name: 'Ada\u202E' })).toBe('PIN of Ada')
    expect(joinWords(['Ada\u202E', '\u202B4711'])).toBe('Ada · 4711')
  })

  it('are joined by the comma of the language', async () => {
    onTestFinished(() => speak('en', ['en-GB']))
    expect(joinWords(['12 months', undefined, '', 'renewed'], ', ')).toBe('12 months, renewed')
    await speak('ar', ['ar-EG'])
    expect(joinWords(['12 شهرًا', 'يُجدَّد'], ', ')).toBe('\u206812 شهرًا\u2069، \u2068يُجدَّد\u2069')
  })

  it.each(jobKinds)('name work of the kind %s', (kind) => {
    expect(t(`queue.kinds.${kind}`)).toMatch(/^[A-Z]/)
  })

  it.each(stepKinds)('say what the step %s does', (kind) => {
    expect(t(`queue.steps.${kind}`)).toMatch(/^[A-Z]/)
  })

  it('have no entry for a reason or state that the app does not know', () => {
    expect(Object.keys(english.why).sort()).toEqual([...whyCodes].sort())
    expect(Object.keys(english.states).sort()).toEqual([...jobStates].sort())
  })

  it('throw an error in a test if a key has no words', () => {
    const unknown: string = 'queue.nothing-of-this-name'
    expect(() => t(unknown as 'ui.close')).toThrow('No words for queue.nothing-of-this-name')
  })
})
