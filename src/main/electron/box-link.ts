/** Letters, digits and what separates them in a MAC address or serial number. Nothing is decoded. */
const boxLink = /^setdesk:\/\/box\/([\dA-Z](?:[\dA-Z:._-]{0,62}[\dA-Z])?)\/?$/i

/** The scheme of links that open Setdesk. */
export const linkScheme = 'setdesk'

/** The box that a link names, as it would be typed; undefined if the link is anything else than `setdesk://box/<id>`. */
export const readBoxLink = (url: string): string | undefined => boxLink.exec(url)?.[1]

const isLink = (text: string): boolean => text.toLowerCase().startsWith(`${linkScheme}:`)

/** The arguments before a link or `--`: a link that breaks out of its quotes must not bring options of its own. */
export function withoutLink(args: readonly string[]): readonly string[] {
  const end = args.findIndex((one) => one === '--' || isLink(one))
  return end < 0 ? args : args.slice(0, end)
}

/** The link among the arguments of a start, if there is one. With several nobody can say which is meant. */
export function findLink(args: readonly string[]): string | undefined {
  const links = args.filter(isLink)
  return links.length === 1 ? links[0] : undefined
}
