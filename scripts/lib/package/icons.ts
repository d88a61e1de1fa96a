import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BICUBIC2, createICNS, createICO } from 'png2icons'
import { drawIcon, iconSource } from '../draw-icon.ts'

/** The sizes of icons that Linux desktops look for, in pixels. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]
const largest = 1024

/** The paths of the icon files, for `describePackaging`. */
export interface IconFiles {
  /** A folder with one PNG for each size. */
  readonly linux: string
  readonly windows: string
  readonly mac: string
}

/** Draws the icons of all systems, from the icon that the page shows, and writes them into the folder. */
export async function drawIcons(folder: string): Promise<IconFiles> {
  const linux = path.join(folder, 'icons')
  mkdirSync(linux, { recursive: true })
  for (const size of linuxSizes) writeFileSync(path.join(linux, `${size}x${size}.png`), await drawIcon(size))
  const windows = path.join(folder, 'icon.ico')
  writeFileSync(windows, madeOf(createICO(Buffer.from(await drawIcon(largest)), BICUBIC2, 0, true, true)))
  const mac = path.join(folder, 'icon.icns')
  writeFileSync(mac, madeOf(createICNS(Buffer.from(await drawIcon(largest, drawWithMargin())), BICUBIC2, 0)))
  return { linux, windows, mac }
}

/** Icons of macOS have a margin on each side: about a tenth of the width. */
const drawWithMargin = (): string =>
  readFileSync(iconSource, 'utf8').replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')

function madeOf(icon: Buffer | null): Buffer {
  if (icon === null) throw new Error('png2icons could not read the drawn icon.')
  return icon
}
