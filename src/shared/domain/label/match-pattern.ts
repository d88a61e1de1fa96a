import type { SerialPattern } from './label.ts'

const classes: Readonly<Record<string, string>> = { '#': '[0-9]', '@': '[A-Za-z]', '?': '[0-9A-Za-z]' }

/** The first pattern that matches the whole text. */
export function matchPattern(text: string, patterns: readonly SerialPattern[]): SerialPattern | undefined {
  return patterns.find(({ pattern }) => {
    const source = Array.from(pattern, (sign) => classes[sign] ?? sign.replace(/[-/.]/, String.raw`\$&`)).join('')
    return new RegExp(`^${source}$`, 'i').test(text)
  })
}
