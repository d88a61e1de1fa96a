import { describe, expect, test } from 'vitest'
import { lookInside, taughtMeaning, teachLeaf, unteachLeaf } from '../../../../../src/shared/domain/teach/teach-leaf.ts'
import type { TaughtNames, Teachable } from '../../../../../src/shared/domain/teach/taught-names.ts'

const leaf = (path: string, sample = 'x') => ({ keys: path.split('.'), sample })

describe('a meaning that is given to a value of an answer', () => {
  test('is kept under the innermost name, and what is around it is looked into', () => {
    expect(teachLeaf({}, leaf('antwoord.klanten.[].inlognaam'), 'userid')).toEqual({
      userid: ['inlognaam'],
      wrapper: ['antwoord', 'klanten'],
    })
  })

  test('makes the list around a box a list of boxes, and no other list', () => {
    expect(teachLeaf({}, leaf('groepen.[].toestellen.[].kastnummer'), 'deviceIdentifier')).toEqual({
      deviceIdentifier: ['kastnummer'],
      wrapper: ['groepen'],
      deviceList: ['toestellen'],
    })
  })

  test('names a list of bare boxes by the list itself', () => {
    const names = teachLeaf({}, leaf('antwoord.adressen.[]', '00:1A:79:00:00:01'), 'deviceIdentifier')
    expect(names).toEqual({ deviceList: ['adressen'], wrapper: ['antwoord'] })
    expect(taughtMeaning(names, leaf('antwoord.adressen.[]'))).toBe('deviceIdentifier')
  })

  test('takes the place of the one that its name had before', () => {
    const first = teachLeaf({}, leaf('nummer'), 'userid')
    expect(teachLeaf(first, leaf('nummer'), 'customermappingid')).toEqual({ customermappingid: ['nummer'] })
  })

  test.each<[Teachable, TaughtNames]>([
    ['approvalWord', { approvalWord: ['gelukt'], outcome: ['uitkomst'] }],
    ['refusalWord', { refusalWord: ['gelukt'], outcome: ['uitkomst'] }],
    ['absenceWord', { absenceWord: ['gelukt'], message: ['uitkomst'] }],
  ])('of %s keeps the words themselves and where they stand', (meaning, names) => {
    const spoken = leaf('uitkomst', 'gelukt')
    expect(teachLeaf({}, spoken, meaning)).toEqual(names)
    expect(taughtMeaning(names, spoken)).toBe(meaning)
  })

  test('keeps a yes and a no of one field apart', () => {
    const yes = teachLeaf({}, leaf('uitkomst', 'gelukt'), 'approvalWord')
    const both = teachLeaf(yes, leaf('uitkomst', 'mislukt'), 'refusalWord')
    expect(both).toEqual({ approvalWord: ['gelukt'], refusalWord: ['mislukt'], outcome: ['uitkomst'] })
  })

  test('of a word takes the place of what the word meant before', () => {
    const no = teachLeaf({}, leaf('uitkomst', 'gelukt'), 'refusalWord')
    expect(teachLeaf(no, leaf('uitkomst', 'gelukt'), 'approvalWord')).toEqual({
      approvalWord: ['gelukt'],
      outcome: ['uitkomst'],
    })
  })

  test('of an answer that is words alone keeps the words', () => {
    const words = { keys: [], sample: 'GELUKT' }
    expect(teachLeaf({}, words, 'approvalWord')).toEqual({ approvalWord: ['GELUKT'] })
    expect(teachLeaf({}, words, 'userid')).toEqual({})
  })

  test('is forgotten without a trace of it, and of nothing else', () => {
    const names: TaughtNames = { userid: ['inlognaam', 'login'], approvalWord: ['gelukt'] }
    expect(unteachLeaf(names, leaf('antwoord.inlognaam'))).toEqual({ userid: ['login'], approvalWord: ['gelukt'] })
    expect(unteachLeaf(names, leaf('uitkomst', 'gelukt'))).toEqual({ userid: ['inlognaam', 'login'] })
  })

  test('of a known name can be had by looking inside alone', () => {
    expect(lookInside({}, leaf('klantgegevens.userid'), 'userid')).toEqual({ wrapper: ['klantgegevens'] })
  })
})
