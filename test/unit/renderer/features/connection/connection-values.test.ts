import { describe, expect, it } from 'vitest'
import { addressProblem, keepFixes } from '../../../../../src/renderer/src/features/connection/connection-fields.tsx'
import {
  emptyConnectionValues,
  pickDifferent,
  toConnectionForm,
  toProxyLogIn,
} from '../../../../../src/renderer/src/features/connection/connection-form.tsx'
import { readAddress } from '../../../../../src/shared/domain/connection/address.ts'
import { connectionFormSchema } from '../../../../../src/shared/bridge/contract.ts'

const values = {
  ...emptyConnectionValues,
  name: 'North TV',
  crmService: 'crm',
  cmsService: 'cms',
  token: 'given-by-hand',
}

describe('the values that were typed while the form was being saved', () => {
  it('are those that differ from the values that were sent', () => {
    const sent = { name: 'North', token: '', hostnames: ['a'], products: [{ id: '1' }] }
    expect(pickDifferent({ ...sent, products: [{ id: '1' }] }, sent)).toEqual({})
    expect(pickDifferent({ ...sent, token: 'typed', hostnames: ['a', 'b'] }, sent)).toEqual({
      token: 'typed',
      hostnames: ['a', 'b'],
    })
  })
})

describe('the connection form', () => {
  it('gives the corrected address and does not contain the token', () => {
    const form = toConnectionForm({ ...values, baseUrl: 'sms.north.example/api/' })
    expect(form).toEqual({
      name: 'North TV',
      colour: 'plum',
      crmService: 'crm',
      cmsService: 'cms',
      baseUrl: 'https://sms.north.example',
      allowsPlainHttp: false,
      proxy: '',
      authority: '',
    })
    expect(connectionFormSchema.safeParse(form).success).toBe(true)
  })

  it('gives no settings while the address is invalid', () => {
    expect(toConnectionForm({ ...values, baseUrl: 'ftp://north' })).toBeUndefined()
  })

  it('reports an empty address only after a first attempt to continue', () => {
    expect(addressProblem(readAddress(''), false)).toBeUndefined()
    expect(addressProblem(readAddress(''), true)).toBe('empty')
    expect(addressProblem(readAddress('ftp://north'), false)).toBe('scheme')
    expect(addressProblem(readAddress('https://north.example'), true)).toBeUndefined()
  })

  it('keeps showing its corrections of the address while the address is unchanged', () => {
    const typed = readAddress('https://user:pw@north.example/api')
    const mended = keepFixes(readAddress('https://north.example'), typed)
    expect(mended).toMatchObject({ mended: ['credentials-removed', 'api-removed'] })
    expect(keepFixes(readAddress('https://south.example'), typed)).toMatchObject({ mended: [] })
  })
})

describe('the proxy in the form', () => {
  it('is corrected, and blocks the form if it is invalid', () => {
    const typed = { ...values, baseUrl: 'sms.north.example' }
    expect(toConnectionForm({ ...typed, proxy: 'proxy.example:8080' })?.proxy).toBe('http://proxy.example:8080')
    expect(toConnectionForm({ ...typed, proxy: 'socks5://proxy.example' })).toBeUndefined()
  })

  it('has credentials only if both its address and its user are typed', () => {
    const typed = { ...values, proxy: 'http://proxy.example:8080', proxyUser: 'sam', proxyPassword: '' }
    expect(toProxyLogIn(typed)).toEqual({ user: 'sam', password: '' })
    expect(toProxyLogIn({ ...typed, proxy: '' })).toBeUndefined()
    expect(toProxyLogIn({ ...typed, proxyUser: '' })).toBeUndefined()
  })
})
