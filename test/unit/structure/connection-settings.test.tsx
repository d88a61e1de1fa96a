import { describe, expect, it } from 'vitest'
import { ConnectionSettings } from '../../../src/renderer/src/features/settings/connection/connection-settings.tsx'
import { english } from '../../../src/renderer/src/english.ts'
import {
  choicesOf,
  connectionDefaults,
  connectionPages,
  pageOf,
  connectionSchema,
  retiredSettings,
  settingsOn,
  shownSettings,
} from '../../../src/shared/domain/connection/connection.ts'
import { renderWithServices } from '../../fakes/render-with-services.tsx'
import { northConnection } from '../../fakes/world.ts'
import { listFiles, readText } from './project-files.ts'

/** What identifies a connection, and what the console teaches. */
const identity = ['id', 'kind']
const mapped = ['fieldNames', 'textLayout']
const fields: Readonly<Record<string, { readonly label: string; readonly choices?: object }>> = english.settings.fields

describe('each setting of a connection', () => {
  it('is on exactly one panel, or is marked as not shown', () => {
    const panels = Object.values(connectionPages).flat()
    const onPanels = panels.flatMap((panel) => settingsOn(panel))
    expect([...onPanels, ...identity, ...mapped].toSorted()).toEqual(Object.keys(connectionSchema.shape).toSorted())
    expect(panels.filter((panel) => settingsOn(panel).length === 0)).toEqual([])
    expect(new Set(panels).size).toBe(panels.length)
  })

  it('has a name in the locale file, and only settings have one there', () => {
    expect(Object.keys(fields).toSorted()).toEqual([...shownSettings, ...mapped].toSorted())
  })

  it('is read by code outside its declaration and its form, so that it does something', () => {
    const own = /^src\/(?:shared\/domain\/connection|renderer\/src\/features\/(?:settings|connection))\//
    const texts = listFiles('src', /\.tsx?$/).flatMap((path) => (own.test(path) ? [] : [readText(path)]))
    expect(shownSettings.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([])
  })

  it('has texts only for choices that its schema allows', () => {
    for (const setting of shownSettings) {
      const known = choicesOf(setting).map((choice) => (choice === '' ? 'none' : choice))
      expect(known).toEqual(expect.arrayContaining(Object.keys(fields[setting]?.choices ?? {})))
    }
  })

  it('is on the screen once, under its name', () => {
    const connection = {
      // The setting about encryption is on the screen only if there is none.
      settings: { ...northConnection, baseUrl: 'http://sms.north.example' },
      hasToken: true,
      hasProxyLogIn: false,
      isPlainHttpStopped: false,
      link: { state: 'reached', since: 0 },
    } as const
    const html = [...new Set(shownSettings.map(pageOf))]
      .map((page) =>
        renderWithServices(<ConnectionSettings connection={connection} page={page} onPage={() => undefined} />),
      )
      // Without the names of the pages.
      .map((whole) => whole.slice(whole.indexOf('role="tabpanel"')))
      .join('')
    const words = html.split(/<[^>]*>/).map((text) => text.trim())
    const counts = shownSettings.map(
      (setting) => `${setting} ${words.filter((text) => text === fields[setting]?.label).length}`,
    )
    expect(counts).toEqual(shownSettings.map((setting) => `${setting} 1`))
  })

  it('is neither stored nor shown if it no longer exists', () => {
    for (const setting of retiredSettings) {
      expect(Object.keys(connectionSchema.shape)).not.toContain(setting)
      expect(Object.keys({ ...fields, ...connectionDefaults })).not.toContain(setting)
    }
  })
})
