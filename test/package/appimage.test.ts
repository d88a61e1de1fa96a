import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePackage, makeStandInFor } from '../../scripts/lib/package/make-package.ts'
import { systemOfPackage } from '../../scripts/lib/sign-updates.ts'
import { prepareForFile } from './packed.ts'

const tools = ['mksquashfs', 'desktop-file-validate', 'unsquashfs']
const found = tools.map((tool) => spawnSync('which', [tool], { encoding: 'utf8' }).stdout?.trim() ?? '')
const runtimeBytes = 200_000

/** Puts the system's tools where electron-builder would download its own. The runtime of an AppImage is a stand-in. */
function layOutTools(folder: string): void {
  for (const name of [join(folder, 'runtimes'), join(folder, 'lib', 'x64')]) mkdirSync(name, { recursive: true })
  writeFileSync(join(folder, 'runtimes', 'runtime-x64'), Buffer.alloc(runtimeBytes))
  for (const [index, tool] of tools.slice(0, 2).entries()) symlinkSync(found[index] ?? '', join(folder, tool))
}

test.skipIf(found.includes(''))(
  'the AppImage opens links and the operator’s file, and its entry does not turn off the sandbox',
  { timeout: 120_000 },
  async () => {
    const app = await prepareForFile()
    const folder = join(app.work, 'tools')
    layOutTools(folder)
    process.env['APPIMAGE_TOOLS_PATH'] = folder
    onTestFinished(() => void delete process.env['APPIMAGE_TOOLS_PATH'])
    const electronDist = makeStandInFor(app, 'linux')
    const made = await makePackage(app, { system: 'linux', arch: 'x64', targets: ['AppImage'], electronDist, env: {} })
    const image = made.find((file) => file.endsWith('.AppImage')) ?? ''
    // The publisher's list of versions takes the system from the name.
    expect(systemOfPackage(basename(image))).toBe('linux-x64')
    const inside = join(app.work, 'inside')
    execFileSync('unsquashfs', ['-o', String(runtimeBytes), '-d', inside, image], { stdio: 'ignore' })
    const entry = readFileSync(join(inside, 'setdesk.desktop'), 'utf8')
    expect(entry).toContain('Exec=AppRun %U\n')
    expect(entry).toContain('MimeType=application/vnd.setdesk.connections+json;x-scheme-handler/setdesk;\n')
    expect(existsSync(join(inside, 'usr/share/mime/packages/setdesk.xml'))).toBe(true)
  },
)
