import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { findClientAddress, findNetwork, isLoopbackAddress } from '../../../src/hub/door/client-address.ts'

const arrive = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as IncomingMessage

describe('the address under which a call is counted', () => {
  it('is the address of the connection if the hub is not behind a proxy, whatever the header claims', () => {
    expect(findClientAddress(arrive('203.0.113.9', '198.51.100.1'), false)).toBe('203.0.113.9')
  })

  it('is the last address in the header if the hub is behind a proxy', () => {
    expect(findClientAddress(arrive('10.0.0.1', '192.0.2.1, 198.51.100.1'), true)).toBe('198.51.100.1')
    expect(findClientAddress(arrive('10.0.0.1'), true)).toBe('10.0.0.1')
  })

  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1::6', '2001:db8:1:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('for a call from %s is %s', (address, network) => {
    expect(findNetwork(address)).toBe(network)
  })

  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['203.0.113.9', false],
    ['2001:db8::1', false],
  ])('for a call from %s is a loopback address: %s', (address, isLoopback) => {
    expect(isLoopbackAddress(findClientAddress(arrive(address), false))).toBe(isLoopback)
  })
})
