import { posix } from 'node:path'
import { parseSync } from 'vite'
import { listFiles, readText } from './project-files.ts'

/** A source file and its imports: packages, and files of the project by their path from the root. */
export interface Module {
  readonly path: string
  readonly packages: readonly string[]
  readonly files: readonly string[]
}

/** Every module under a folder. A parser reads its imports: static, dynamic, re-exported and of types alone. */
export function readModules(folder: string): readonly Module[] {
  return listFiles(folder, /\.tsx?$/).map((path) => {
    const named = namedBy(path, readText(path))
    return {
      path,
      packages: named.filter((name) => !name.startsWith('.')),
      files: named.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(path), name)),
    }
  })
}

/** The imports of a source, as spelled there. */
export function namedBy(path: string, text: string): readonly string[] {
  const { module, program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    // A dynamic import is known only by its position, because it may contain any expression.
    ...module.dynamicImports.map(({ moduleRequest }) => unquote(text.slice(moduleRequest.start, moduleRequest.end))),
    ...findTypeImports(program),
  ]
  return [...new Set(requests)]
}

const isValue = ({ isType }: { readonly isType: boolean }): boolean => !isType

/** The imports of a source that are loaded together with it: neither types nor dynamic imports. */
export function loadedWith(path: string, text: string): readonly string[] {
  const { module } = parseSync(path, text)
  const imports = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(isValue))
  const exports = module.staticExports.flatMap(({ entries }) => entries.filter(isValue))
  return [
    ...imports.map(({ moduleRequest }) => moduleRequest.value),
    ...exports.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  ]
}

const unquote = (text: string): string => text.replace(/^(['"`])(.*)\1$/s, '$2')

/** `import('./place.ts').Name` in the position of a type. */
function findTypeImports(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(findTypeImports)
  if (!('type' in node) || node.type !== 'TSImportType' || !('source' in node)) return inside
  const { source } = node
  const isText = typeof source === 'object' && source !== null && 'value' in source && typeof source.value === 'string'
  return isText ? [source.value as string, ...inside] : inside
}
