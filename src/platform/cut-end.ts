/**
 * The text without the characters at its end that match. A pattern for a run of them before the end would try each run of the text
 * anew from every character in it.
 */
export function cutEnd(text: string, one: RegExp): string {
  let end = text.length
  while (end > 0 && one.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
