import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tenantColours } from '../../../../src/shared/domain/connection/connection.ts'
import { jobStates } from '../../../../src/shared/domain/job.ts'

const css = readFileSync(new URL('../../../../src/renderer/src/styles/tokens.css', import.meta.url), 'utf8')

type Theme = 'light' | 'dark'

/** Six hexadecimal digits of a colour in one theme. */
function colour(name: string, theme: Theme): string {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1] ?? ''
  const [light, dark = light] = [...value.matchAll(/#([0-9a-f]{6})/g)].map((match) => match[1])
  const found = theme === 'light' ? light : dark
  if (found === undefined) throw new Error(`No colour --${name}`)
  return found
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: Theme): number {
  const [low = 0, high = 0] = [luminance(colour(one, theme)), luminance(colour(other, theme))].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['ground', 'surface', 'field', 'raised', 'sunken'] as const

describe.each(['light', 'dark'] as const)('the colours in the %s theme', (theme) => {
  it.each(grounds)('make text readable on %s', (ground) => {
    expect(contrast('ink', ground, theme)).toBeGreaterThanOrEqual(7)
    expect(contrast('soft', ground, theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('accent', ground, theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('refused', ground, theme)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(grounds)('make the border of a control and the focus visible on %s', (ground) => {
    expect(contrast('edge', ground, theme)).toBeGreaterThanOrEqual(3)
    expect(contrast('focus', ground, theme)).toBeGreaterThanOrEqual(3)
  })

  it.each(jobStates)('make the word of the state %s readable on its tint and on a surface', (state) => {
    expect(contrast(state, `${state}-tint`, theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(state, 'surface', theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('ink', `${state}-tint`, theme)).toBeGreaterThanOrEqual(7)
  })

  it.each(tenantColours)('make the name of a connection with the colour %s readable', (tenant) => {
    expect(contrast('on-tenant', `tenant-${tenant}`, theme)).toBeGreaterThanOrEqual(4.5)
  })

  it('make the side bar, the label of a box and a marked line readable', () => {
    expect(contrast('on-rail', 'rail', theme)).toBeGreaterThanOrEqual(7)
    expect(contrast('marker', 'rail-here', theme)).toBeGreaterThanOrEqual(7)
    expect(contrast('on-marker', 'rail-badge', theme)).toBeGreaterThanOrEqual(7)
    expect(contrast('on-marker', 'marker', theme)).toBeGreaterThanOrEqual(7)
    expect(contrast('on-stock', 'stock', theme)).toBeGreaterThanOrEqual(7)
    expect(contrast('soft-on-stock', 'stock', theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('stock-line', 'stock', theme)).toBeGreaterThanOrEqual(3)
  })

  it('make a button readable', () => {
    expect(contrast('on-accent', 'accent', theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('on-act', 'act', theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('on-act', 'act-strong', theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('accent', 'accent-tint', theme)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('soft', 'accent-tint', theme)).toBeGreaterThanOrEqual(4.5)
  })
})

it.each(['words', 'figures'])('the typeface for %s in Arabic is IBM Plex Sans Arabic', (name) => {
  const [, fonts = ''] = new RegExp(`--font-${name}:\\s*([^;]+);`).exec(css) ?? []
  expect(fonts.split(',')[1]?.trim()).toBe("'IBM Plex Sans Arabic'")
})
