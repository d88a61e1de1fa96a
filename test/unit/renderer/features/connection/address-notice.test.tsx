import { describe, expect, it } from 'vitest'
import { addressFixes, readAddress } from '../../../../../src/shared/domain/connection/address.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { AddressNotice } from '../../../../../src/renderer/src/features/connection/connection-fields.tsx'

const notice = (typed: string) => renderWords(<AddressNotice reading={readAddress(typed)} />)

describe('the notice below an address', () => {
  it('lists the corrections and the address that is used', () => {
    const html = notice('https://user:pw@north.example/api/?key=1')
    expect(html).toContain('Setdesk uses https://north.example')
    expect(html).toContain('user name or password was removed')
    expect(html).toContain('/api was removed')
    expect(html).toContain('Everything after ? or # was removed')
    expect(html).not.toContain('pw')
  })

  it('has a message of its own for every correction, before the address', () => {
    const messages = addressFixes.map((fixing) => {
      const reading = { ok: true, baseUrl: 'https://a.example', mended: [fixing], plainHttp: false } as const
      return /<span[^>]*>(.*) <b[^>]*>Setdesk uses https:\/\/a\.example/.exec(
        renderWords(<AddressNotice reading={reading} />),
      )?.[1]
    })
    expect(messages).toEqual([
      expect.stringContaining('https://'),
      expect.stringContaining('user name or password was removed'),
      expect.stringContaining('Everything after ? or # was removed'),
      expect.stringContaining('/api was removed'),
      expect.stringContaining('slash at the end was removed'),
    ])
  })

  it('warns of plain http, but not of https', () => {
    expect(notice('http://north.example')).toContain('Anyone on the network can read the token')
    expect(notice('https://north.example')).not.toContain('Anyone on the network can read the token')
  })
})
