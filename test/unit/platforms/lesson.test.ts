import { describe, expect, it } from 'vitest'
import { drawPlatform } from '../../platforms/draw-platform.ts'
import { decode, findNamed, writeLoose } from './decode.ts'
import { named, playScript, send } from './script.ts'

const seedCount = 300

describe('the field mapping of a generated platform', () => {
  it('contains every word of acceptance and refusal that the platform uses', () => {
    const wrong: string[] = []
    for (let seed = 0; seed < seedCount; seed += 1) {
      const platform = drawPlatform(seed)
      const { names, sentences } = platform.description
      const { words } = platform.lesson()
      const said: readonly string[] = Object.values(sentences)
      for (const { reply, told } of playScript(platform)) {
        if (told.outcome === 'read' || reply.text === '' || reply.text.startsWith('<!DOCTYPE')) continue
        const value = decode(reply, platform.description)
        const faults = findNamed(value, 'faultstring')
        const texts = [value, findNamed(value, names.message), faults].map(writeLoose)
        const sentence = texts.find((text) => said.includes(text))
        if (sentence === undefined) continue
        const mapped = words.filter(({ word, field }) => word === sentence && field === undefined)
        const isYes = mapped.some(({ meaning }) => meaning === 'approvalWord')
        if (mapped.length === 0 || isYes !== (told.outcome === 'done'))
          wrong.push(`seed ${seed}: ${told.operation} ${told.outcome}: ${sentence}`)
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  it('contains no sentence if the platform only uses flags', () => {
    for (let seed = 0; seed < seedCount; seed += 1) {
      const platform = drawPlatform(seed, {
        adjust: (drawn) => ({
          ...drawn,
          reads: { ...drawn.reads, empty: 'same' },
          answers: {
            ...drawn.answers,
            create: { style: 'flag', status: 200 },
            change: { style: 'flag', status: 200 },
            no: { style: 'flag', statuses: 200 },
            token: { status: 401, body: 'refusal' },
            unknown: { status: 404, body: 'empty' },
          },
        }),
      })
      const { words } = platform.lesson()
      expect(words.filter(({ field }) => field === undefined)).toEqual([])
      expect(words.filter(({ field }) => field === platform.description.names.outcome)).toHaveLength(2)
    }
  })

  it('names the fields of a record as they occur in answers', () => {
    for (let seed = 0; seed < seedCount; seed += 1) {
      const platform = drawPlatform(seed)
      const { description } = platform
      const { userid, password } = platform.makeCustomer({ userid: 'anna', customermappingid: 'm-1' })
      const { reply, told } = send(platform, named('getCustomer', 'GET'), { userid, password })
      const layout = platform.lesson().layout
      const mapped = platform.lesson().fields
      for (const meaning of told.shown ?? []) {
        const field = mapped.find((one) => one.meaning === meaning)
        const isNamed = layout?.form !== 'columns' || layout.hasHeader === true
        const spelled = isNamed ? reply.text : (layout?.columns ?? []).join()
        expect(field, `seed ${seed}: ${meaning}`).toBeDefined()
        // XML with repeated items has no list around them.
        if (meaning === 'deviceList' && description.encoding.xml.lists === 'repeated') continue
        if (meaning === 'history' && description.encoding.xml.lists === 'repeated') continue
        expect(spelled, `seed ${seed}: ${meaning}`).toContain(field?.name)
      }
    }
  })

  it('contains a layout only for plain texts, with a name for every column if there is no header', () => {
    for (let seed = 0; seed < seedCount; seed += 1) {
      const platform = drawPlatform(seed, { encoding: 'columns' })
      const { userid, password } = platform.makeCustomer({ userid: 'anna' })
      const { reply } = send(platform, named('getCustomer_V2', 'GET'), { userid, password })
      const { layout } = platform.lesson()
      const row = reply.text.split(/\r?\n/).at(-2)
      const cells = row?.split(layout?.fieldSeparator ?? '')
      expect(layout?.form).toBe('columns')
      if (layout?.hasHeader === false && layout.fieldSeparator !== ',')
        expect(layout.columns?.length, `seed ${seed}`).toBe((cells?.length ?? 0) + 2)
    }
    expect(drawPlatform(1, { encoding: 'json' }).lesson().layout).toBeUndefined()
    expect(drawPlatform(1, { encoding: 'lines' }).lesson().layout?.form).toBe('named')
  })
})
