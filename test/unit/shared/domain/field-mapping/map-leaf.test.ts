import { describe, expect, test } from 'vitest'
import {
  lookInside,
  mappedMeaning,
  mapLeaf,
  unmapLeaf,
} from '../../../../../src/shared/domain/field-mapping/map-leaf.ts'
import type { FieldMapping, Mappable } from '../../../../../src/shared/domain/field-mapping/field-mapping.ts'

const leaf = (path: string, sample = 'x') => ({ keys: path.split('.'), sample })

describe('the mapping of a value in an answer', () => {
  test('stores the innermost name, and the names around that name as wrappers', () => {
    expect(mapLeaf({}, leaf('antwoord.klanten.[].inlognaam'), 'userid')).toEqual({
      userid: ['inlognaam'],
      wrapper: ['antwoord', 'klanten'],
    })
  })

  test('marks only the list around a box as the list of boxes', () => {
    expect(mapLeaf({}, leaf('groepen.[].toestellen.[].kastnummer'), 'deviceIdentifier')).toEqual({
      deviceIdentifier: ['kastnummer'],
      wrapper: ['groepen'],
      deviceList: ['toestellen'],
    })
  })

  test('stores the name of the list if the list consists of bare addresses', () => {
    const names = mapLeaf({}, leaf('antwoord.adressen.[]', '00:1A:79:00:00:01'), 'deviceIdentifier')
    expect(names).toEqual({ deviceList: ['adressen'], wrapper: ['antwoord'] })
    expect(mappedMeaning(names, leaf('antwoord.adressen.[]'))).toBe('deviceIdentifier')
  })

  test('replaces the earlier meaning of the name', () => {
    const first = mapLeaf({}, leaf('nummer'), 'userid')
    expect(mapLeaf(first, leaf('nummer'), 'customermappingid')).toEqual({ customermappingid: ['nummer'] })
  })

  test.each<[Mappable, FieldMapping]>([
    ['approvalWord', { approvalWord: ['gelukt'], outcome: ['uitkomst'] }],
    ['refusalWord', { refusalWord: ['gelukt'], outcome: ['uitkomst'] }],
    ['absenceWord', { absenceWord: ['gelukt'], message: ['uitkomst'] }],
  ])('to %s stores the word and the field that contains it', (meaning, names) => {
    const spoken = leaf('uitkomst', 'gelukt')
    expect(mapLeaf({}, spoken, meaning)).toEqual(names)
    expect(mappedMeaning(names, spoken)).toBe(meaning)
  })

  test('distinguishes the words for acceptance and refusal in one field', () => {
    const yes = mapLeaf({}, leaf('uitkomst', 'gelukt'), 'approvalWord')
    const both = mapLeaf(yes, leaf('uitkomst', 'mislukt'), 'refusalWord')
    expect(both).toEqual({ approvalWord: ['gelukt'], refusalWord: ['mislukt'], outcome: ['uitkomst'] })
  })

  test('replaces the earlier meaning of a word', () => {
    const no = mapLeaf({}, leaf('uitkomst', 'gelukt'), 'refusalWord')
    expect(mapLeaf(no, leaf('uitkomst', 'gelukt'), 'approvalWord')).toEqual({
      approvalWord: ['gelukt'],
      outcome: ['uitkomst'],
    })
  })

  test('stores the words of an answer that consists only of words', () => {
    const words = { keys: [], sample: 'GELUKT' }
    expect(mapLeaf({}, words, 'approvalWord')).toEqual({ approvalWord: ['GELUKT'] })
    expect(mapLeaf({}, words, 'userid')).toEqual({})
  })

  test('is removed completely, and no other mapping is removed', () => {
    const names: FieldMapping = { userid: ['inlognaam', 'login'], approvalWord: ['gelukt'] }
    expect(unmapLeaf(names, leaf('antwoord.inlognaam'))).toEqual({ userid: ['login'], approvalWord: ['gelukt'] })
    expect(unmapLeaf(names, leaf('uitkomst', 'gelukt'))).toEqual({ userid: ['inlognaam', 'login'] })
  })

  test('adds only the wrappers if the name is already known', () => {
    expect(lookInside({}, leaf('klantgegevens.userid'), 'userid')).toEqual({ wrapper: ['klantgegevens'] })
  })
})
