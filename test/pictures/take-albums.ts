import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { startOnLoopback } from '../e2e/start-on-loopback.ts'
import { takeGuide } from './albums/take-guide.ts'
import { filmWalk } from './albums/film-walk.ts'
import { takeScreens } from './albums/take-screens.ts'
import { inProject, say } from '../../scripts/lib/project.mjs'

/** Each begins in a folder of its own. */
const albums: readonly ((page: Page) => Promise<void>)[] = [
  async (page) => await takeScreens(page, inProject('docs', 'images')),
  async (page) => await takeGuide(page, inProject('docs', 'guide')),
  async (page) => await filmWalk(page, inProject('docs', 'images', 'walk.webp')),
]

async function take(album: (typeof albums)[number]): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'setdesk-screenshots-'))
  const context = {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
  } as const
  const setdesk = await startOnLoopback({ dataFolder, appFolder: inProject(), context })
  try {
    setdesk.page.setDefaultTimeout(15_000)
    await album(setdesk.page)
  } finally {
    await setdesk.close()
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Takes the pictures of the README and of the guide, and films the walk, in the training platform. */
export async function takeAlbums(): Promise<void> {
  mkdirSync(inProject('docs', 'guide', 'images'), { recursive: true })
  for (const album of albums) await take(album)
  say('Took all pictures.')
}
