import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Where the icon is drawn: the page shows this file, and pictures of the system are made from it. */
export const iconSource = new URL('../../src/renderer/public/icon.svg', import.meta.url)

let isReady: Promise<void> | undefined

/** The app's icon as a PNG, this many pixels wide and high. `svg`: a changed drawing. */
export async function drawIcon(size: number, svg = readFileSync(iconSource, 'utf8')): Promise<Uint8Array> {
  isReady ??= initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
  await isReady
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}
