import { readFileSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectionFileEnding, largestConnectionFile } from '../../shared/domain/connection/connection-file.ts'
import type { OpenedFile } from '../app.ts'
import { withoutLink } from './box-link.ts'

const isOperatorFile = (path: string): boolean => path.toLowerCase().endsWith(connectionFileEnding)

/**
 * The path of the operator's file among the arguments of a start; undefined if there is none, or more than one. Linux passes an
 * address, the other systems a path. `folder`: the one in which the program was started.
 */
export function findOperatorFile(args: readonly string[], folder: string): string | undefined {
  // A link that breaks out of its quotes must not open a file.
  if (withoutLink(args).length < args.length) return undefined
  const files = args.filter((one) => !one.startsWith('-') && isOperatorFile(one))
  const [file] = files
  if (file === undefined || files.length > 1) return undefined
  return file.startsWith('file:') ? pathOf(file) : resolve(folder, file)
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address)
  } catch {
    return undefined
  }
}

/** Reads the operator's file; undefined if it is not a file, or cannot be read. */
export function readOperatorFile(path: string): OpenedFile | undefined {
  const name = basename(path).slice(-255)
  try {
    const stat = statSync(path)
    if (!isOperatorFile(path) || !stat.isFile()) return undefined
    // A character has at most four bytes, and none has less than one.
    const text = stat.size > largestConnectionFile * 4 ? undefined : readFileSync(path, 'utf8')
    return text === undefined || text.length > largestConnectionFile ? { name } : { name, text }
  } catch {
    return undefined
  }
}
