import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The drawing of the app's icon. The page shows this file, and the icons of the packages are made from it. */
export const iconSource = new URL('../../src/renderer/public/icon.svg', import.meta.url)

let isReady: Promise<void> | undefined

/** The app's icon as a PNG. `size`: the width and the height in pixels. `svg`: the drawing, if it is not the usual one. */
export async function drawIcon(size: number, svg = readFileSync(iconSource, 'utf8')): Promise<Uint8Array> {
  isReady ??= initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
  await isReady
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}
