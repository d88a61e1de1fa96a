/**
 * Whether an object of this JSON has a name twice. Parsed, the last of them would hide the others: a list that maps user IDs to
 * customers would lose those that share one, and a flag could be read either way.
 */
export function namesTwice(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  for (const [token, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const names = open.at(-1)
      const name = token.slice(0, token.lastIndexOf('"') + 1)
      if (names?.has(name) === true) return true
      names?.add(name)
    }
  }
  return false
}
