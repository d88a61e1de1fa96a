import type { IncomingMessage } from 'node:http'

/**
 * The address whose limit a call without a session uses. Behind a proxy, it is the last entry of `x-forwarded-for`, which the proxy itself
 * added. An IPv6 address is replaced by its network, because one computer can use any number of addresses in the network.
 */
export function findClientAddress(request: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? request.headers['x-forwarded-for'] : undefined
  const last = (Array.isArray(forwarded) ? forwarded.at(-1) : forwarded)?.split(',').at(-1)?.trim()
  return findNetwork(last || request.socket.remoteAddress || 'unknown')
}

/** Returns an IPv4 address unchanged, and only the first 64 bits of an IPv6 address. */
export function findNetwork(address: string): string {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(8 - groups.length - end.length, 0)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...end]
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Whether an address is a loopback address. Also true for `localhost`, and for the network of `::1` as `findNetwork` returns it. */
export const isLoopbackAddress = (address: string): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(address) || address === findNetwork('::1')
