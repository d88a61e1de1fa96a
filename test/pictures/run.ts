import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { inProject, say } from '../../scripts/lib/project.mjs'
import { comparePictures } from './compare-pictures.ts'
import { takeAlbums } from './take-albums.ts'
import { takePictures } from './take-pictures.ts'

const usage = `npm run screenshots                           takes the pictures of the README and the guide, and films the walk
npm run screenshots -- FOLDER                 takes pictures of every screen, in each theme, size and language
npm run screenshots -- FOLDER --against REF   does so before (REF) and after (this folder), and compares them`

const [folder, option, ref] = process.argv.slice(2)

if (folder?.startsWith('-') === true || (option !== undefined && (option !== '--against' || ref === undefined))) {
  say(usage)
  process.exitCode = 2
} else if (folder === undefined) process.exitCode = await takeForDocuments()
else process.exitCode = ref === undefined ? await takeHere(resolve(folder)) : await compare(resolve(folder), ref)

async function takeForDocuments(): Promise<number> {
  if (!(await ensureBuilt())) return 1
  await takeAlbums()
  return 0
}

async function takeHere(to: string): Promise<number> {
  if (!(await ensureBuilt())) return 1
  const taken = await takePictures({ appFolder: inProject(), folder: to, say })
  say(`${String(taken)} pictures in ${to}`)
  return 0
}

/** Both versions are taken on this machine, one after the other: fonts and their edges differ from machine to machine. */
async function compare(to: string, from: string): Promise<number> {
  const other = mkdtempSync(join(tmpdir(), 'setdesk-before-'))
  const tree = join(other, 'tree')
  try {
    execFileSync('git', ['worktree', 'add', '--detach', '--quiet', tree, from], { cwd: inProject(), stdio: 'inherit' })
    if (!existsSync(join(tree, 'node_modules'))) symlinkSync(inProject('node_modules'), join(tree, 'node_modules'))
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: tree, stdio: 'inherit' })
    await takePictures({ appFolder: tree, folder: join(to, 'before'), say })
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: inProject(), stdio: 'inherit' })
    rmSync(other, { recursive: true, force: true })
  }
  if (!(await ensureBuilt())) return 1
  await takePictures({ appFolder: inProject(), folder: join(to, 'after'), say })
  const { same, changed, alone } = comparePictures(join(to, 'before'), join(to, 'after'), join(to, 'differences'))
  for (const { name, share } of changed) say(`${(share * 100).toFixed(2).padStart(6)} %  ${name}`)
  for (const name of alone) say(`only one version has ${name}`)
  say(
    `${String(same)} pictures are the same, ${String(changed.length)} differ, ${String(alone.length)} have no partner`,
  )
  return changed.length + alone.length === 0 ? 0 : 1
}
