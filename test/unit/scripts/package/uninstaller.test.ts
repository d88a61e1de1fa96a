import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { describePackaging } from '../../../../electron-builder.mjs'
import { linkScheme } from '../../../../src/main/electron/command-line.ts'

const { nsis } = describePackaging({
  electronVersion: '1.0.0',
  electronChecksums: {},
  appFolder: 'app',
  icons: { linux: 'linux', mac: 'mac', windows: 'windows' },
  output: 'dist',
  env: {},
})
const script = readFileSync(nsis?.include ?? '', 'utf8')
const keyOfLinks = ['Software', 'Classes', linkScheme].join('\\')
const lines = script.split('\n').map((line) => line.trim())

it("the uninstaller's script is a macro that electron-builder's template calls", () => {
  const builder = dirname(createRequire(import.meta.url).resolve('electron-builder/package.json'))
  const template = readFileSync(join(builder, '../app-builder-lib/templates/nsis/uninstaller.nsh'), 'utf8')
  const name = /^!macro (\w+)$/m.exec(script)?.[1] ?? ''
  expect(template).toContain(`!insertmacro ${name}\n`)
})

it('the uninstaller removes the registry key of Setdesk’s links for this user', () => {
  expect(lines.filter((line) => line.startsWith('DeleteRegKey'))).toEqual([`DeleteRegKey HKCU "${keyOfLinks}"`])
})

it('the uninstaller keeps the links during an update, and those that another copy of Setdesk opens', () => {
  const from = lines.indexOf('${ifNot} ${isUpdated}')
  const own = lines.indexOf('${if} $R2 == $R0')
  const removal = lines.findIndex((line) => line.startsWith('DeleteRegKey'))
  expect(from).toBeGreaterThan(0)
  expect(own).toBeGreaterThan(from)
  expect(removal).toBe(own + 1)
  expect(lines.slice(removal + 1)).toEqual(['${endIf}', '${endIf}', '!macroend', ''])
  const command = [keyOfLinks, 'shell', 'open', 'command'].join('\\')
  expect(lines.slice(from, own)).toContain(`ReadRegStr $R2 HKCU "${command}" ""`)
})
