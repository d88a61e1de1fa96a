import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describeEntry } from '../../../scripts/lib/entries-apart.ts'
import { lateSchemas } from '../../../scripts/lib/late-schemas.ts'
import { leanConf } from '../../../scripts/lib/lean-conf.ts'
import { inProject } from '../../../scripts/lib/project.mjs'

/** What the host starts in threads and other processes: as the app's own build made them. */
const startedByHost = ['read-worker.cjs', 'check-file-apart.cjs', 'check-records-apart.cjs']

/**
 * Builds the host of a shift as the app is built; gives the program. From the sources, the main process and each of its threads would
 * hold the compiler for their types as well, which is more than a thread itself needs. `folder`: an empty one.
 */
export async function buildShiftHost(folder: string): Promise<string> {
  const source = 'test/faults/shift/shift-host.ts'
  const wanted = { outDir: folder, sourcemap: false }
  const built = await build(describeEntry(inProject(), ['shift-host', source], [leanConf(), lateSchemas()], wanted))
  mkdirSync(folder, { recursive: true })
  for (const { output } of [built].flat().filter((one) => 'output' in one))
    for (const file of output)
      writeFileSync(join(folder, file.fileName), file.type === 'chunk' ? file.code : file.source)
  for (const name of startedByHost) copyFileSync(inProject('out', 'main', name), join(folder, name))
  return join(folder, 'shift-host.cjs')
}
