import { prepareZXingModule } from 'zxing-wasm/reader'
import { readFileSync } from 'node:fs'
import { inProject } from '../../scripts/lib/project.mjs'
import { createCodeReader, type CodeReader } from '../../src/renderer/src/features/scan/camera/code-reader.ts'

/** Starts the camera's reader as its worker does, with the same WebAssembly, in Node. */
export async function startReader(): Promise<CodeReader> {
  const program = readFileSync(inProject('node_modules', 'zxing-wasm', 'dist', 'reader', 'zxing_reader.wasm'))
  const wasmBinary = new Uint8Array(program).buffer
  return createCodeReader(await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }))
}
