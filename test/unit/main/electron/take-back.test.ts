import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeBack } from '../../../../src/main/electron/former-program.ts'
import { keptFolder, type Trial } from '../../../../src/main/updates/update-record.ts'
import { makeFolder } from '../../../fakes/folder.ts'

/** A computer on which 0.2.0 failed twice. `pressed`: the buttons of the questions. `failure`: why the installer cannot be opened. */
function open(kept: string | undefined, { isAppImage = false, pressed = [0], failure = '' } = {}) {
  const folder = makeFolder()
  const place = join(folder, 'Setdesk.AppImage')
  if (kept !== undefined) {
    mkdirSync(join(folder, keptFolder))
    writeFileSync(join(folder, keptFolder, kept), 'former')
  }
  writeFileSync(place, 'failing')
  chmodSync(place, 0o755)
  const trial: Trial = {
    version: '0.2.0',
    former: '0.1.0',
    starts: 2,
    ...(kept !== undefined && { kept: { name: kept, sha512: createHash('sha512').update('former').digest('base64') } }),
    ...(isAppImage && { place }),
  }
  const did: string[] = []
  const shown: { message: string; detail?: string; buttons?: string[] }[] = []
  const take = (changed: Partial<Trial> = {}) =>
    takeBack(
      { ...trial, ...changed },
      {
        dataFolder: folder,
        appImage: isAppImage ? place : undefined,
        record: { noteTakenBack: (version) => void did.push(`taken back ${version}`) },
        dialog: {
          showMessageBox: (async (box: { message: string }) => {
            shown.push(box)
            return { response: pressed[shown.length - 1] ?? 0, checkboxChecked: false }
          }) as never,
        },
        shell: {
          openPath: async (path) => {
            did.push(`open ${path.slice(folder.length + 1)}`)
            return failure
          },
        },
        startProgram: (path) => void did.push(`start ${path.slice(folder.length + 1)}`),
      },
    )
  return { take, did, shown, place, folder }
}

describe('an AppImage whose earlier starts failed', () => {
  test('is replaced by the former one, which is started without a question', async () => {
    const { take, did, shown, place } = open('former-0.1.0.AppImage', { isAppImage: true })
    expect(await take()).toBe(true)
    expect(did).toEqual(['taken back 0.2.0', 'start Setdesk.AppImage'])
    expect([readFileSync(place, 'utf8'), shown]).toEqual(['former', []])
  })

  test('is not replaced by a former AppImage with a wrong hash, and the user is told that the installer is missing', async () => {
    const { take, did, shown, place } = open('former-0.1.0.AppImage', { isAppImage: true })
    expect(await take({ kept: { name: 'former-0.1.0.AppImage', sha512: 'another' } })).toBe(false)
    expect([did, readFileSync(place, 'utf8')]).toEqual([[], 'failing'])
    expect(shown[0]?.detail).toContain('its installer is not here')
  })

  test('is tried again if it cannot be replaced', async () => {
    const { take, did, folder } = open('former-0.1.0.AppImage', { isAppImage: true })
    expect(await take({ place: join(folder, 'no such folder', 'Setdesk.AppImage') })).toBe(false)
    expect(did).toEqual([])
  })
})

describe('an installed program whose earlier starts failed', () => {
  test('offers the installer of the former version, and opens it', async () => {
    const { take, did, shown } = open('installer-0.1.0.exe')
    expect(await take()).toBe(true)
    expect(shown[0]?.message).toContain('0.2.0')
    expect(shown[0]?.buttons).toEqual(['Put Setdesk 0.1.0 back', 'Try again', 'Close'])
    // The user may cancel the installer. Then the failing version asks again at its next start.
    expect(did).toEqual(['open updates/installer-0.1.0.exe'])
  })

  test.each([
    [1, 'Try again', false],
    [2, 'Close', true],
  ])('tries again or closes as the user chooses (button %i: %s)', async (pressed, name, isOver) => {
    const { take, did, shown } = open('installer-0.1.0.exe', { pressed: [pressed] })
    expect(await take()).toBe(isOver)
    expect(shown[0]?.buttons?.[pressed]).toBe(name)
    expect(did).toEqual([])
  })

  test.each([
    [0, 'Try again', false],
    [1, 'Close', true],
  ])('asks again without the installer if it cannot be opened (button %i: %s)', async (second, name, isOver) => {
    const failure = 'No application is registered for this file.'
    const { take, did, shown } = open('installer-0.1.0.exe', { pressed: [0, second], failure })
    expect(await take()).toBe(isOver)
    expect(did).toEqual(['open updates/installer-0.1.0.exe'])
    expect(shown.map(({ buttons }) => buttons)).toEqual([
      ['Put Setdesk 0.1.0 back', 'Try again', 'Close'],
      ['Try again', 'Close'],
    ])
    expect(shown[1]?.detail).toContain('Ask your operator for it')
    expect(shown[1]?.buttons?.[second]).toBe(name)
  })

  test('offers no button for the former version if its installer is missing', async () => {
    const { take, did, shown } = open(undefined)
    expect(await take()).toBe(false)
    expect(shown[0]?.buttons).toEqual(['Try again', 'Close'])
    expect(did).toEqual([])
  })
})

test('putting back the former AppImage leaves no temporary file', async () => {
  const { take, place } = open('former-0.1.0.AppImage', { isAppImage: true })
  await take()
  expect(existsSync(`${place}.new`)).toBe(false)
})
