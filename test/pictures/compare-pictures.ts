import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** How the pictures of two versions differ. */
export interface Comparison {
  readonly same: number
  /** Names with the share of pixels that differ. */
  readonly changed: readonly { readonly name: string; readonly share: number }[]
  /** Pictures that only one version has. */
  readonly alone: readonly string[]
}

/** Compares the pictures of two folders by their names. A picture of each difference goes to `differences`. */
export function comparePictures(before: string, after: string, differences: string): Comparison {
  mkdirSync(differences, { recursive: true })
  const [old, fresh] = [new Set(readdirSync(before)), new Set(readdirSync(after))]
  const both = [...old].filter((name) => fresh.has(name)).toSorted()
  const alone = [...old, ...fresh].filter((name) => !old.has(name) || !fresh.has(name)).toSorted()
  const changed = both.flatMap((name) => {
    const [one, other] = [before, after].map((folder) => PNG.sync.read(readFileSync(join(folder, name))))
    if (one === undefined || other === undefined) return []
    if (one.width !== other.width || one.height !== other.height) return [{ name, share: 1 }]
    const { width, height } = one
    const difference = new PNG({ width, height })
    const count = pixelmatch(one.data, other.data, difference.data, width, height, { threshold: 0.1 })
    if (count === 0) return []
    writeFileSync(join(differences, name), PNG.sync.write(difference))
    return [{ name, share: count / (width * height) }]
  })
  return { same: both.length - changed.length, changed, alone }
}
