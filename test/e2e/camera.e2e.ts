import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBuffer } from 'bwip-js/node'
import { drawCode, stackOnSheet, writeFilm } from '../fakes/picture.ts'
import {
  anyMac,
  call,
  field,
  goHome,
  listComplaints,
  openBox,
  openForTest,
  press,
  sees,
  startPractising,
  withColons,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'

const serial = 'STB7N0042913'
const article = '4006381333931'

/** A camera that shows no label. */
const anyCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** A video of a label with three codes. */
async function filmLabel(mac: string): Promise<{ readonly args: readonly string[]; readonly end: () => void }> {
  const codes = await Promise.all([
    drawCode({ bcid: 'code128', text: `MAC:${mac}`, scale: 2, height: 16 }),
    drawCode({ bcid: 'code128', text: serial, scale: 2, height: 16 }),
    drawCode({ bcid: 'ean13', text: article, scale: 2, height: 16 }),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-film-'))
  const file = join(folder, 'label.y4m')
  writeFileSync(file, writeFilm(stackOnSheet(codes, 640, 480), 4))
  return {
    args: [...anyCamera, `--use-file-for-fake-video-capture=${file}`],
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Read a label with the camera' })

/** The select with the role of a code of the label. */
const said = (page: Page, code: string, role: string) =>
  dialog(page)
    .getByRole('group', { name: 'What the label says' })
    .getByRole('button', { name: new RegExp(`${role}.*${code}|${code}.*${role}`) })

/** A picture of one code. */
const drawLone = async (text: string): Promise<Buffer> =>
  await toBuffer({ bcid: 'code128', text, scale: 3, height: 16, padding: 10, backgroundcolor: 'FFFFFF' })

async function choosePicture(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await press(page, 'Read a picture')
  await (await chooser).setFiles({ name: 'label.png', mimeType: 'image/png', buffer })
}

test('the camera reads every code of a label, and its box fills the form', async ({ onTestFinished }) => {
  const mac = anyMac()
  const film = await filmLabel(mac)
  onTestFinished(film.end)
  const { page } = await openForTest({ browserArgs: film.args })
  const complaints = listComplaints(page)
  await startPractising(page)
  await press(page, 'Camera')
  await sees(page, 'Read from the label')
  await said(page, article, 'Article number').waitFor()
  await said(page, mac, 'MAC address').waitFor()
  await said(page, serial, 'Serial number').waitFor()
  expect(await dialog(page).getByRole('group', { name: 'What the label says' }).getByRole('button').count()).toBe(3)
  await page.keyboard.press('Enter')
  await field(page, 'First name').waitFor()
  await sees(page, withColons(mac))
  expect(complaints).toEqual([])
}, 90_000)

test('a picture of a label can be chosen or pasted, and the dialog says what to do if no code is found', async () => {
  const { page } = await openForTest()
  await startPractising(page)
  const mac = anyMac()
  await press(page, 'Camera')
  await sees(page, 'No camera found')
  await choosePicture(
    page,
    await toBuffer({ bcid: 'azteccode', text: 'of a kind that no box has', scale: 3, padding: 10 }),
  )
  await sees(page, /No readable code in this picture/)
  await choosePicture(page, Buffer.from('no picture at all'))
  await sees(page, /This file cannot be opened as a picture/)
  const label = await toBuffer({ bcid: 'qrcode', text: `MAC:${mac};SN:${serial}`, scale: 4, padding: 10 })
  await choosePicture(page, label)
  await sees(page, 'Read from the label')
  await press(page, 'Read again')

  await page.evaluate((bytes) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(bytes)], 'label.png', { type: 'image/png' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, Array.from(label))
  await press(page, 'Use this box')
  await field(page, 'First name').waitFor()
  await sees(page, withColons(mac))
}, 90_000)

test('the camera uses the serial patterns and the remembered roles of this computer, and fills in the model', async () => {
  const { page } = await openForTest()
  await startPractising(page)
  await call(page, 'preferences.save', { serialPatterns: [{ model: 'MAG520', pattern: 'ZZ@@@@@@' }] })
  await press(page, 'Camera')
  // Letters alone are a serial number only if a pattern says so.
  await choosePicture(page, await drawLone('ZZKLMNOP'))
  await dialog(page).getByText('MAG520').waitFor()
  await press(page, 'Use this box')
  await field(page, 'First name').waitFor()
  await openBox(page)
  expect(await field(page, 'Box').inputValue()).toBe('ZZKLMNOP')
  expect(await page.getByRole('textbox', { name: /^Model/ }).inputValue()).toBe('MAG520')
  await press(page, 'Discard')

  // A role that is changed in the dialog is remembered for the next label and for the scanner, also if saving it is slow.
  await page.route('**/bridge/preferences.save', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await goHome(page)
  await press(page, 'Camera')
  await choosePicture(page, await drawLone(article))
  await sees(page, /^None of the codes is a MAC address or serial number/)
  await said(page, article, 'Article number').click()
  await page.getByRole('option', { name: 'Serial number' }).click()
  await dialog(page).getByRole('button', { name: 'Use this box' }).waitFor()
  await press(page, 'Read again')
  await choosePicture(page, await drawLone('4012345678901'))
  await press(page, 'Use this box')
  await field(page, 'First name').waitFor()
  await press(page, 'Change box')
  expect(await field(page, 'Box').inputValue()).toBe('4012345678901')
}, 90_000)

test('the focus returns to the box field if there is no camera or the camera is disconnected', async () => {
  const none = await openForTest()
  await startPractising(none.page)
  await press(none.page, 'Camera')
  await sees(none.page, 'No camera found')
  await press(none.page, 'Scan or type instead')
  await expect.poll(() => isFocused(none.page)).toBe(true)

  const { page } = await openForTest({ browserArgs: anyCamera })
  await startPractising(page)
  await press(page, 'Camera')
  const video = page.getByLabel('Camera picture')
  await video.waitFor()
  await video.evaluate((element) => {
    const [track] = ((element as HTMLVideoElement).srcObject as MediaStream).getVideoTracks()
    track?.dispatchEvent(new Event('ended'))
  })
  await sees(page, /The camera is gone/)
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(page)).toBe(true)
}, 120_000)

test('the dialog says what to do if the user has not allowed the camera', async () => {
  const { page } = await openForTest()
  await startPractising(page)
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await press(page, 'Camera')
  await sees(page, 'No permission for the camera')
})

/** Lets the camera read again, and waits for its picture, because the buttons below move when the picture gets its size. */
async function readAgain(page: Page): Promise<void> {
  await press(page, 'Read again')
  const picture = page.getByLabel('Camera picture')
  await expect.poll(() => picture.evaluate((video) => (video as HTMLVideoElement).readyState)).toBeGreaterThan(1)
}

test('axe finds no violation in the camera dialog, and nothing in it is cut off', async () => {
  const context = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const
  const { page } = await openForTest({ browserArgs: anyCamera, context })
  await startPractising(page)
  const looks = noLooks()
  await press(page, 'Camera')
  await page.getByLabel('Camera picture').waitFor()
  await lookAt(page, looks, 'camera', dialog(page).getByRole('button', { name: 'Scan or type instead' }))
  await choosePicture(
    page,
    await toBuffer({ bcid: 'qrcode', text: `MAC:${anyMac()};SN:${serial}`, scale: 4, padding: 10 }),
  )
  await lookAt(page, looks, 'label read', dialog(page).getByRole('button', { name: 'Use this box' }))
  await readAgain(page)
  await choosePicture(page, await drawLone(article))
  await lookAt(page, looks, 'label without a box', said(page, article, 'Article number'))
  await readAgain(page)
  await choosePicture(page, await drawLone('?!'))
  await lookAt(page, looks, 'code that is none', dialog(page).getByRole('button', { name: 'Read again' }))
  const { seen, ...found } = looks
  expect(seen).toBe(4)
  expect(found).toEqual({ axe: [], counter: [], reflow: [], zoom: [] })
}, 120_000)

const isFocused = (page: Page): Promise<boolean> =>
  field(page, 'Box').evaluate((input) => input === document.activeElement)
