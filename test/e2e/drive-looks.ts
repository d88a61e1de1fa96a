import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright'

/** The findings on screens, one sentence each. */
export interface Looks {
  readonly axe: string[]
  readonly counter: string[]
  readonly reflow: string[]
  readonly zoom: string[]
  /** The number of screens that were checked. */
  seen: number
}

export const noLooks = (): Looks => ({ axe: [], counter: [], reflow: [], zoom: [], seen: 0 })

const usual = { width: 1280, height: 800 }
/** The smallest supported window, and a window of 1280 by 1024 at 400 %. */
const small = { width: 1024, height: 640 }
const narrow = { width: 320, height: 256 }

/** Checks the present screen: with axe in three colour schemes, in a small window, with text at 200 %, and at 400 % zoom. */
export async function lookAt(page: Page, looks: Looks, name: string, action?: Locator): Promise<void> {
  await action?.waitFor()
  looks.seen += 1
  looks.axe.push(...(await findByAxe(page, `${name}, light`)))
  await page.emulateMedia({ colorScheme: 'dark' })
  looks.axe.push(...(await findByAxe(page, `${name}, dark`, ['color-contrast'])))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  looks.axe.push(...(await findByAxe(page, `${name}, forced colours`, ['color-contrast'])))
  await page.emulateMedia({ forcedColors: 'none' })

  await resize(page, small)
  looks.counter.push(...(await findCutOff(page, name)))
  if (action !== undefined && !(await settle(page, async () => await isInSight(page, action), Boolean)))
    looks.counter.push(`${name}: its act is not in sight`)
  await setTextSize(page, '200%')
  looks.zoom.push(
    ...(await findCutOff(page, name)),
    ...(await findCovered(page, name)),
    ...(await findCramped(page, name)),
  )
  await setTextSize(page, '')
  await resize(page, narrow)
  looks.reflow.push(...(await findCutOff(page, name)), ...(await findCovered(page, name)))
  await resize(page, usual)
}

/** Waits for the layout too. Before it, axe cannot tell that a dialog covers the page. */
async function resize(page: Page, size: typeof usual): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

interface PageWithAxe {
  readonly axe?: { readonly run: (on: Document, options: RunOptions) => Promise<Findings> }
}
type Findings = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations' | 'passes'>
type RunOptions = Parameters<AxeBuilder['options']>[0]

/** Loads axe into the page once: loading takes longer than a check. What passed is not described, only that something did. */
async function runAxe(page: Page, rules?: string[]): Promise<Findings> {
  // Axe leaves these two out while a dialog covers the page, but it measures whether one does, and knows no alert dialog.
  const enabled = (await page.locator('[role=dialog], [role=alertdialog]').count()) === 0
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: { 'landmark-one-main': { enabled }, 'page-has-heading-one': { enabled } },
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  }
  const isLoaded = await page.evaluate(() => (window as PageWithAxe).axe !== undefined)
  if (!isLoaded) return await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze()
  const found = await page.evaluate(async (how) => await (window as PageWithAxe).axe?.run(document, how), options)
  if (found === undefined) throw new Error('The page has lost axe.')
  return found
}

/** What axe finds on the screen as it is, one sentence each. */
export async function findByAxe(page: Page, name: string, rules?: string[]): Promise<readonly string[]> {
  const { violations, passes } = await runAxe(page, rules)
  if (passes.length === 0) return [`${name}: axe found nothing to look at`]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${name}: ${id} at ${target.join(' ')}: ${failureSummary.split('\n')[1]?.trim()}`,
    ),
  )
}

/** Reads until the value is right, 120 frames at most, because the layout follows a resize some frames later. */
async function settle<T>(page: Page, read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  let value = await read()
  for (let frame = 0; frame < 120 && !isRight(value); frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    value = await read()
  }
  return value
}

/** Elements that are still cut off after the page had time for its layout. */
async function findCutOff(page: Page, name: string): Promise<readonly string[]> {
  const found = await settle(
    page,
    async () => await listCutOff(page),
    (cut) => cut.length === 0,
  )
  return found.map((what) => `${name}: ${what}`)
}

/** Elements that exceed the window now, or can be seen only by scrolling sideways. */
const listCutOff = async (page: Page): Promise<readonly string[]> =>
  await page.evaluate(() => {
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('.sr-only, .handout, [hidden]') === null,
    )
    const sideways = shown.filter((element) => {
      const isScroller = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
      return isScroller && element.scrollWidth > element.clientWidth + 1
    })
    // For screen readers or for the browser alone.
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement))
    const outside = shown.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > innerWidth + 1 || left < -1) && !isClipped(element)
    })
    const tight = shown.filter(
      (element) =>
        element.matches('a, button') && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1,
    )
    // A very low window has no room for a dialog, so there it may be scrolled.
    const tall = shown.filter(
      (element) =>
        innerHeight >= 600 &&
        element.matches('[role="dialog"], [role="alertdialog"]') &&
        element.getBoundingClientRect().height > innerHeight,
    )
    const isWide = document.documentElement.scrollWidth > innerWidth + 1
    const troubles = {
      'scrolls sideways': sideways,
      'is cut off': outside.slice(0, 3),
      'goes over its own edge': tight.slice(0, 3),
      'is taller than the window': tall,
    }
    return [
      ...(isWide ? ['the page scrolls sideways'] : []),
      ...Object.entries(troubles).flatMap(([trouble, elements]) =>
        elements.map(({ tagName, textContent }) => `${tagName} “${textContent.trim().slice(0, 40)}” ${trouble}`),
      ),
    ]
  })

/** Elements fixed at the bottom that leave too little of the screen readable. */
async function findCovered(page: Page, name: string): Promise<readonly string[]> {
  const covered = await settle(
    page,
    async () =>
      await page.evaluate(() => {
        const room = document.querySelector('#main')
        const most = (room?.clientHeight ?? 0) / 3
        return [...(room?.querySelectorAll('*') ?? [])].filter((element) => {
          const { position, bottom } = getComputedStyle(element)
          return position === 'sticky' && bottom === '0px' && element.getBoundingClientRect().height > most
        }).length
      }),
    (count) => count === 0,
  )
  return covered === 0 ? [] : [`${name}: what stays in sight covers more than a third of the screen`]
}

/** Whether the bars around the screen leave it less than two thirds of the window. */
async function findCramped(page: Page, name: string): Promise<readonly string[]> {
  const share = await settle(
    page,
    async () => await page.evaluate(() => (document.querySelector('#main')?.clientHeight ?? innerHeight) / innerHeight),
    (found) => found >= 2 / 3,
  )
  return share >= 2 / 3 ? [] : [`${name}: the screen has ${String(Math.round(share * 100))} % of the window's height`]
}

async function isInSight(page: Page, action: Locator): Promise<boolean> {
  const box = await action.boundingBox()
  const size = page.viewportSize()
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height
}

const setTextSize = async (page: Page, size: string): Promise<void> =>
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)
