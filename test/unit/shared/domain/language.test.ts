import { describe, expect, it } from 'vitest'
import { directionOf, formatTagOf, languageFor, languages } from '../../../../src/shared/domain/language.ts'

describe('the language of the screens', () => {
  it.each([
    ['system', ['fr-CA', 'en-US'], 'fr'],
    ['system', ['nl-NL', 'es-MX'], 'es'],
    ['system', ['ES_es'], 'es'],
    ['system', ['fr@posix'], 'fr'],
    ['system', ['C.UTF-8', ''], 'en'],
    ['system', ['nl-NL'], 'en'],
    ['system', [], 'en'],
    ['es', ['fr-FR'], 'es'],
  ] as const)('for the choice %s on a system with %j is %s', (choice, systems, language) => {
    expect(languageFor(choice, systems)).toBe(language)
  })

  it.each(languages)('has Latin digits in numbers (%s)', (language) => {
    const tag = formatTagOf(language, ['en-GB', 'fr-FR', 'ar-EG', 'pt-BR'])
    expect(new Intl.NumberFormat(tag).format(1234567)).toMatch(/^[0-9\p{Zs}.,٬]+$/u)
    expect(new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(0)).toMatch(/1970/)
  })

  it("has dates in the system's regional form", () => {
    expect(formatTagOf('en', ['en-GB'])).toBe('en-GB-u-nu-latn')
    expect(formatTagOf('fr', ['en-GB'])).toBe('fr-u-nu-latn')
    expect(formatTagOf('pt', ['en-GB'])).toBe('pt-PT-u-nu-latn')
    expect(formatTagOf('pt', ['pt-BR'])).toBe('pt-BR-u-nu-latn')
    expect(formatTagOf('en', ['en-US@posix', 'C', ''])).toBe('en-u-nu-latn')
  })

  it('is written from left to right if it is English', () => {
    expect(directionOf('en')).toBe('ltr')
  })
})
