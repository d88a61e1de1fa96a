import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listServedFiles } from '../../../../src/main/host/served-files.ts'
import { makeFolder } from '../../../fakes/folder.ts'

function makeRenderer() {
  const folder = makeFolder()
  const root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  mkdirSync(join(root, '.git'))
  for (const name of ['index.html', 'assets/index-abc.js', '.env', '.git/config', 'notes.txt', 'assets/run.exe']) {
    writeFileSync(join(root, name), name)
  }
  writeFileSync(join(folder, 'outside.js'), 'outside')
  symlinkSync('../outside.js', join(root, 'link.js'))
  symlinkSync('..', join(root, 'up'))
  return root
}

test('the served files are the page and files of known types, but nothing hidden, linked or unknown', () => {
  expect([...listServedFiles(makeRenderer()).keys()].sort()).toEqual(['/', '/assets/index-abc.js', '/index.html'])
})

test('a served file has its type, and says whether its name contains a hash of its content', () => {
  const root = makeRenderer()
  const files = listServedFiles(root)
  expect(files.get('/')).toEqual({ path: join(root, 'index.html'), type: 'text/html; charset=utf-8', immutable: false })
  expect(files.get('/assets/index-abc.js')).toMatchObject({ type: 'text/javascript; charset=utf-8', immutable: true })
})
