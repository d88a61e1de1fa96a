import { assert, constantFrom, option, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodings, type Encoding } from '../../../src/shared/decode-text.ts'
import { encodeText } from '../../fakes/encode-text.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Names and addresses as in the customer lists of a country. */
const lists: readonly (readonly [what: string, encoding: Encoding, text: string])[] = [
  ['French', 'windows-1252', 'Zoé Lefèvre;12 Rue de l’Église;Orléans\nHÉLÈNE Brûlé;3ème étage;Besançon'],
  ['Spanish', 'windows-1252', 'José Muñoz;Calle Ávila 3, 2º B;Logroño\nMaría Núñez;Nº 14;CÁDIZ'],
  ['Portuguese', 'windows-1252', 'João Conceição;Praça da Sé 5, 3º;São Paulo'],
  ['German', 'windows-1252', 'Jürgen Groß;Königstraße 8;Köln'],
  ['English with a price', 'windows-1252', 'Ann King;Family TV £25;14½ High Street'],
  ['French with a price', 'windows-1252', 'Jean Martin;25 €;Lyon'],
  ['Italian', 'windows-1252', 'Anna Rossi;Via Roma 5, 3° piano;Forlì'],
  ['Spanish with a floor', 'windows-1252', 'Ana Gil;Calle Mayor 2, 3° A;León'],
  ['Portuguese with a floor', 'windows-1252', 'Ana Dias;Rua 2, 1° Dto;Évora'],
  ['Danish', 'windows-1252', 'Søren Kjær;Østergade 1;Århus'],
  ['Arabic', 'windows-1256', 'محمد;علي;شارع الحسن الثاني، 14;الدار البيضاء\nفاطمة;بن عيسى;حي السلام;الرباط'],
  ['Arabic with French', 'windows-1256', 'محمد;القرشي;Résidence Les Oliviers;الرباط\nليلى;حداد;12 Rue Fès;مكناس'],
  ['Persian', 'windows-1256', 'پرويز چراغي;گرگان\nژاله احمدپور;پارس'],
  ['Russian', 'windows-1251', 'Иван Петров;ул. Ленина, д. 5;Москва\nЮлия Щукина;пр. Мира;Казань'],
  ['Russian in capitals', 'windows-1251', 'ИВАН ПЕТРОВ;УЛИЦА ЛЕНИНА;МОСКВА'],
  ['Ukrainian', 'windows-1251', 'Іван Ковальчук;вул. Шевченка;Київ\nЄва Ґудзь;Львів'],
  ['Greek', 'windows-1253', 'Γιώργος Παπαδόπουλος;Ερμού 5;Αθήνα\nΜαρία Ιωάννου;Θεσσαλονίκη'],
  ['Greek in capitals', 'windows-1253', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ;ΕΡΜΟΥ;ΑΘΗΝΑ;ΧΑΝΙΑ'],
  ['Turkish', 'windows-1254', 'Ayşe Yılmaz;Atatürk Caddesi;İstanbul\nIŞIK Öztürk;Çiçek Sokağı;Muğla'],
  ['Polish', 'windows-1250', 'Michał Wójcik;ul. Świętokrzyska 3;Łódź\nZofia Dąbrowska;Gdańsk'],
  ['Czech', 'windows-1250', 'Jiří Dvořák;Žižkova 5;Plzeň\nJana Černá;České Budějovice'],
  ['Lithuanian', 'windows-1257', 'Jonas Žukauskas;Šilutės plentas;Klaipėda\nRūta Kučinskienė;Vilnius'],
  ['Hebrew', 'windows-1255', 'יוסי כהן;רחוב הרצל 5;תל אביב\nשרה לוי;חיפה'],
  ['Thai', 'windows-874', 'สมชาย ใจดี;ถนนสุขุมวิท;กรุงเทพ'],
]

describe('the text of a file', () => {
  it('is read as UTF-8, with or without a byte order mark', () => {
    expect(decodeText(bytes('mac;city\n1;Île'))).toMatchObject({ ok: true, encoding: 'utf-8', text: 'mac;city\n1;Île' })
    expect(decodeText(bytes('\uFEFFmac'))).toMatchObject({ ok: true, text: 'mac' })
  })

  it('is read as Windows-1252 if it is not UTF-8, and as UTF-16 with its byte order mark', () => {
    expect(decodeText(Uint8Array.from([0x43, 0x69, 0xe9]))).toMatchObject({ encoding: 'windows-1252', text: 'Cié' })
    expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x6d, 0, 0x61, 0, 0x63, 0]))).toMatchObject({
      encoding: 'utf-16',
      text: 'mac',
    })
  })

  it.each(lists)('is read as it was written if it is a list in %s', (_, encoding, text) => {
    const list = `mac;firstname\n00:1A:79:4E:B2:01;${text}`
    expect(decodeText(encodeText(list, encoding))).toEqual({ ok: true, encoding, text: list })
    const read = decodeText(encodeText(list, encoding), { language: 'ar' })
    expect(read).toMatchObject({ ok: true, text: list })
  })

  it('is read as UTF-8 with damaged letters if rows in another encoding are among it', () => {
    const rows = Array.from({ length: 30 }, (_, index) => `00:1A:79:11:22:${String(index + 10)};Amélie\n`)
    const unicode = new TextEncoder().encode(rows.join(''))
    const latin = Uint8Array.from(rows.slice(0, 20).join(''), (sign) => sign.charCodeAt(0))
    expect(decodeText(Uint8Array.of(...unicode, ...latin))).toMatchObject({ ok: true })
  })

  it('is guessed by its first letters beyond ASCII, however late they come', () => {
    const list = `${'00:1A:79:4E:B2:01;Jane\n'.repeat(20_000)}Иван;Петров`
    expect(decodeText(encodeText(list, 'windows-1251'))).toEqual({ ok: true, encoding: 'windows-1251', text: list })
  })

  it('is read by the language on screen if nothing in it is plausible', () => {
    const odd = Uint8Array.from([0x3b, 0x81, 0xa4, 0x81, 0x3b])
    expect(decodeText(odd, { language: 'fr' })).toMatchObject({ encoding: 'windows-1252' })
    expect(decodeText(odd, { language: 'ar' })).toMatchObject({ encoding: 'windows-1256' })
  })

  it('is read in the encoding that the user chose, whatever comes of it, unless it is in Unicode', () => {
    const arabic = encodeText('محمد', 'windows-1256')
    expect(decodeText(arabic, { encoding: 'windows-1252' })).toEqual({
      ok: true,
      encoding: 'windows-1252',
      text: 'ãÍãÏ',
    })
    for (const encoding of encodings) expect(decodeText(arabic, { encoding })).toMatchObject({ ok: true, encoding })
    expect(decodeText(bytes('محمد'), { encoding: 'windows-1252' })).toMatchObject({ encoding: 'utf-8', text: 'محمد' })
    expect(decodeText(arabic, { encoding: 'utf-8' })).toMatchObject({ encoding: 'windows-1256', text: 'محمد' })
  })

  it('is read as UTF-8 if only a few of its letters are damaged, unless the user chooses otherwise', () => {
    const damaged = Uint8Array.from([...bytes('Amélie Çelik;Élodie Müller;Ren'), 0xc3, ...bytes(';Lyon')])
    const text = 'Amélie Çelik;Élodie Müller;Ren\uFFFD;Lyon'
    expect(decodeText(damaged)).toEqual({ ok: true, encoding: 'utf8', text })
    expect(decodeText(damaged, { encoding: 'windows-1252' })).toMatchObject({ encoding: 'windows-1252' })
    expect(decodeText(damaged, { encoding: 'utf8' })).toEqual({ ok: true, encoding: 'utf8', text })
  })

  it('is refused if the file is empty, zipped or binary', () => {
    expect(decodeText(bytes(''))).toEqual({ ok: false, problem: 'empty' })
    expect(decodeText(bytes(' \r\n\t'))).toEqual({ ok: false, problem: 'empty' })
    expect(decodeText(Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2]))).toEqual({ ok: false, problem: 'spreadsheet' })
    expect(decodeText(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))).toEqual({ ok: false, problem: 'binary' })
  })

  it('can be decoded without an error, whatever the bytes are', () => {
    assert(
      property(uint8Array({ maxLength: 300 }), option(constantFrom(...encodings)), (any, encoding) => {
        expect(typeof decodeText(any, { encoding: encoding ?? undefined }).ok).toBe('boolean')
      }),
    )
  })
})
