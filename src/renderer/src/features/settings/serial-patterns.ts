import { serialPatternSchema, type SerialPattern } from '../../../../shared/domain/label/label.ts'

/** Patterns as a person writes them, a line each: `MAG520 = ######@#######`. */
export function writePatterns(patterns: readonly SerialPattern[]): string {
  return patterns.map(({ model, pattern }) => `${model} = ${pattern}`).join('\n')
}

/** The patterns of such lines, or the number of the first line that is none. */
export function readPatterns(
  text: string,
): { readonly patterns: readonly SerialPattern[] } | { readonly line: number } {
  const patterns: SerialPattern[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const at = line.lastIndexOf('=')
    const read = serialPatternSchema.safeParse({ model: line.slice(0, Math.max(at, 0)), pattern: line.slice(at + 1) })
    if (!read.success) return { line: index + 1 }
    patterns.push(read.data)
  }
  return patterns.length > 200 ? { line: 201 } : { patterns }
}
