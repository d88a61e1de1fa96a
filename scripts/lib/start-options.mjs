/**
 * @typedef {{ host: 'electron' | 'loopback' | 'any', rest: readonly string[] }} StartOptions
 */

/**
 * Reads the options of `npm start`. The user chooses a host by its name, or by a flag that only one host has. `rest`: the arguments for
 * the host.
 * @param {readonly string[]} args
 * @returns {StartOptions}
 */
export function readStartOptions(args) {
  const rest = args.filter((arg) => arg !== '--electron' && arg !== '--loopback')
  if (args.includes('--electron')) return { host: 'electron', rest }
  // These flags concern an address, which a window does not have.
  const wantsAddress = rest.some((arg) => /^--(no-open|json|port)(=|$)/.test(arg))
  return { host: args.includes('--loopback') || wantsAddress ? 'loopback' : 'any', rest }
}
