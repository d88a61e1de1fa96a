import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const pageText = '<!doctype html><title>Setdesk</title>'
/** The content of every file that must not be served. */
export const outsideText = 'what lies outside'

/** A renderer folder, with files in it, beside it and behind links that must not be served. Returns its path. */
export function makeRendererFolder(folder: string): string {
  const root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'main'))
  writeFileSync(join(root, 'index.html'), pageText)
  writeFileSync(join(root, 'launch.html'), pageText)
  writeFileSync(join(root, 'assets', 'index-abc.js'), 'export {}')
  for (const hidden of ['.env', '.git.js', 'key.pem', 'assets/index-abc.js.map', 'notes.txt'])
    writeFileSync(join(root, hidden), outsideText)
  for (const beside of ['secret.js', 'index.html', 'main/loopback.js', 'rendererx.js'])
    writeFileSync(join(folder, beside), outsideText)
  symlinkSync('../secret.js', join(root, 'link.js'))
  symlinkSync('../../secret.js', join(root, 'assets', 'link.js'))
  symlinkSync('../main', join(root, 'linked'))
  return root
}
