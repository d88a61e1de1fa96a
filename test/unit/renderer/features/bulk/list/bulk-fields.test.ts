import { describe, expect, it } from 'vitest'
import {
  bulkFields,
  bulkKinds,
  guessColumns,
  isBoxOrNumber,
  isHeader,
} from '../../../../../../src/renderer/src/features/bulk/list/bulk-fields.ts'

describe('the columns of a list', () => {
  it('are recognized by name in any order, case and spelling', () => {
    expect(guessColumns(['Town', 'MAC address', 'LAST_NAME', 'Prenume', 'zip-code'], 'new-customer')).toEqual([
      'customer.city',
      'box.raw',
      'customer.lastname',
      undefined,
      'customer.zipcode',
    ])
  })

  it('fill each field only once: the first matching column is used', () => {
    expect(guessColumns(['mac', 'serial', 'host'], 'hostname')).toEqual(['box.raw', undefined, 'hostname'])
  })

  it('have the MAC address as the box, even behind the serial number', () => {
    expect(guessColumns(['S/N', 'Ethernet MAC', 'Model'], 'hostname')).toEqual([undefined, 'box.raw', 'box.model'])
    expect(guessColumns(['Número de serie', 'Dirección MAC'], 'hostname')).toEqual([undefined, 'box.raw'])
    expect(guessColumns(['WLAN MAC', 'Serial No'], 'hostname')).toEqual([undefined, 'box.raw'])
  })

  it('fill only fields that this kind of list has', () => {
    expect(guessColumns(['mac', 'city', 'userid'], 'hostname')).toEqual(['box.raw', undefined, undefined])
  })

  it('are recognized in the template of each kind of list', () => {
    for (const kind of bulkKinds) {
      const titles = bulkFields[kind].map(({ names }) => names[0] ?? '')
      expect(guessColumns(titles, kind)).toEqual(bulkFields[kind].map(({ path }) => path))
    }
  })

  it('have an example in the template that is no box', () => {
    expect(bulkFields.hostname.map(({ example }) => isBoxOrNumber(example))).toEqual([false, false, false])
  })

  it('take their names from the first line, unless that line is a row of data', () => {
    expect(isHeader(['MAC', 'Remark'])).toBe(true)
    expect(isHeader(['001A79123456', 'Paris'])).toBe(false)
    expect(isHeader(['Kundennr', 'MAC-Adresse', 'Straße'])).toBe(true)
    expect(isHeader(['aabbccddeeff', 'Paris'])).toBe(false)
    expect(isHeader(['Paris'])).toBe(false)
    expect(isHeader(['Serial number', 'MAC'])).toBe(true)
    expect(isHeader(['00:1A:79:00:00:01', 'STB'])).toBe(false)
    expect(isHeader(['001A79000001', 'Ana', 'Senha'])).toBe(false)
    expect(isHeader(['SN 12345678', 'Box'])).toBe(false)
    expect(isHeader(['2017101234567', 'STB', 'tv.example.net'])).toBe(false)
    expect(isHeader(['MAC', 'Delivered 20251130', 'zip (e.g. 75020)'])).toBe(true)
    expect(isHeader(['MAC', 'Address 1', 'Since 2024'])).toBe(true)
  })
})
