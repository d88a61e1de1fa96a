/**
 * @typedef {{ host: 'electron' | 'loopback' | 'any', rest: readonly string[] }} StartOptions
 */

/**
 * What was asked of `npm start`: a host, by name or by a flag that only one of them knows. `rest` goes to the host.
 * @param {readonly string[]} args
 * @returns {StartOptions}
 */
export function readStartOptions(args) {
  const rest = args.filter((arg) => arg !== '--electron' && arg !== '--loopback')
  if (args.includes('--electron')) return { host: 'electron', rest }
  // These speak of an address, which a window does not have.
  const wantsAddress = rest.some((arg) => /^--(no-open|json|port)(=|$)/.test(arg))
  return { host: args.includes('--loopback') || wantsAddress ? 'loopback' : 'any', rest }
}
