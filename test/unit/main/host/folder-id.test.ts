import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFolderId } from '../../../../src/main/host/host-ports.ts'
import { makeFolder } from '../../../fakes/folder.ts'

/** Waits afterwards, because a copy that is made within the same few milliseconds may have the same time. */
async function makeData() {
  const parent = makeFolder()
  const folder = join(parent, 'data')
  mkdirSync(folder)
  await new Promise((resolve) => setTimeout(resolve, 50))
  writeFileSync(join(folder, 'file'), 'text')
  return { folder, other: join(parent, 'other') }
}

const platforms = ['linux', 'win32', 'darwin'] as const

test.each(platforms)(
  'on %s a folder has the same id after it was moved, and after its files were replaced',
  async (platform) => {
    const { folder, other } = await makeData()
    const id = readFolderId(folder, platform)
    rmSync(join(folder, 'file'))
    writeFileSync(join(folder, 'another'), 'text')
    renameSync(folder, other)
    expect(readFolderId(other, platform)).toBe(id)
  },
)

test.each(platforms)(
  'on %s a copy of a folder has another id, even with the times of the original',
  async (platform) => {
    const { folder, other } = await makeData()
    cpSync(folder, other, { recursive: true, preserveTimestamps: true })
    expect(readFolderId(other, platform)).not.toBe(readFolderId(folder, platform))
  },
)
