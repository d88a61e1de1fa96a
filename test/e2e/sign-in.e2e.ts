import { once } from 'node:events'
import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ensureBrowser } from '../../scripts/lib/browser.mjs'
import { launchBrowser } from '../browser.ts'
import { makeFolder } from '../fakes/folder.ts'
import { field, goTo, press, sees, startPractising } from './drive.ts'
import { openAt, startLoopbackHost } from './start-on-loopback.ts'
import { targetName } from './target.ts'

const appFolder = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..')

/** A host that is killed after the test, if it still runs. */
async function startHost(options: Partial<Parameters<typeof startLoopbackHost>[0]> = {}) {
  const started = await startLoopbackHost({ dataFolder: makeFolder(), appFolder, args: ['--no-open'], ...options })
  const stop = async () => {
    started.host.kill('SIGKILL')
    await started.ended
  }
  onTestFinished(stop)
  return { ...started, stop }
}

async function openPage(): Promise<Page> {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  return await (await browser.newContext()).newPage()
}

const showsSetdesk = async (page: Page) => {
  await page.getByRole('button', { name: 'Start practising' }).waitFor()
  expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(#\/)?$/)
}

// Electron's page needs no sign-in.
describe.runIf(targetName === 'loopback')('the sign-in of a browser', () => {
  // A program on the search path can stand in for the opener of this system alone.
  test.runIf(process.platform === 'linux')(
    'uses a file instead of a secret in the command, and lasts for a second tab and a reopened browser',
    async () => {
      const [dataFolder, programs, profile] = [makeFolder(), makeFolder(), makeFolder()]
      writeFileSync(join(programs, 'xdg-open'), '#!/bin/sh\necho "$@" > "$0.part" && mv "$0.part" "$0.asked"\n', {
        mode: 0o700,
      })
      const asked = join(programs, 'xdg-open.asked')
      const wasAsked = new Promise<void>((resolve) => {
        const watcher = watch(programs, () => existsSync(asked) && (watcher.close(), resolve()))
      })
      const env = { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, DISPLAY: ':none' }
      const { launchUrl } = await startHost({ dataFolder, args: [], env })
      await wasAsked
      const command = readFileSync(asked, 'utf8').trim()
      expect(command).not.toContain(new URL(launchUrl).hash.slice(1))
      expect(fileURLToPath(command)).toBe(join(dataFolder, 'launch.html'))

      const open = async () => await chromium.launchPersistentContext(profile, await ensureBrowser())
      const first = await open()
      const page = await first.newPage()
      await page.goto(command)
      await showsSetdesk(page)
      expect(existsSync(fileURLToPath(command))).toBe(false)
      expect(await first.cookies()).toEqual([])
      await page.reload()
      await showsSetdesk(page)
      const address = page.url()
      const second = await first.newPage()
      await second.goto(address)
      await showsSetdesk(second)
      await page.goto(launchUrl)
      await sees(page, 'This address has already been used')
      await page.getByRole('link', { name: 'Go to Setdesk' }).click()
      await showsSetdesk(page)
      await first.close()

      const reopened = await open()
      onTestFinished(() => reopened.close())
      const later = await reopened.newPage()
      await later.goto(address)
      await showsSetdesk(later)
    },
  )

  describe('requests the first texts once, before the script of the page has run', () => {
    test.each([
      { title: 'and takes the snapshot from the answer to the sign-in', isLoaded: true },
      { title: 'and requests the snapshot once as well if the app is still loading at the sign-in', isLoaded: false },
    ])('$title', async ({ isLoaded }) => {
      const page = await openPage()
      const { launchUrl } = await startHost()
      const asked: string[] = []
      const firstRequests = () => asked.filter((path) => /app\.snapshot$|en-first/.test(path))
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.route('**/session', async (route) => {
        const response = await route.fetch()
        const { value } = (await response.json()) as { readonly value: { readonly bearer: string } }
        const headers = { ...route.request().headers(), authorization: `Bearer ${value.bearer}` }
        const url = new URL('/bridge/app.snapshot', launchUrl).href
        const first = isLoaded ? await (await route.fetch({ url, headers, postData: '{}' })).json() : undefined
        await route.fulfill({ response, json: { ok: true, value: { bearer: value.bearer, first } } })
      })
      // The script of the page waits until both were asked for.
      await page.route('**/first-screen-*.js', async (route) => {
        await expect.poll(firstRequests).toHaveLength(isLoaded ? 1 : 2)
        await route.continue()
      })
      await page.goto(launchUrl)
      await showsSetdesk(page)
      expect(firstRequests().toSorted()).toEqual([
        expect.stringContaining('en-first'),
        ...(isLoaded ? [] : ['/bridge/app.snapshot']),
      ])
    })
  })

  test('says what to do if the host has stopped, or if another host runs in its place', async () => {
    const dataFolder = makeFolder()
    const page = await openPage()
    const before = await startHost({ dataFolder })
    await openAt(page, before.launchUrl)
    await showsSetdesk(page)
    await before.stop()
    await field(page, 'Your name').fill('A. Moreau')
    await page.getByLabel('Name of this computer').fill('Laptop 14')
    await press(page, 'Start practising')
    await sees(page, 'Setdesk does not answer.')
    await sees(page, /start it again: it opens at a new address/)

    const { origin, port } = new URL(before.launchUrl)
    const after = await startHost({ dataFolder, args: ['--no-open', '--port', port] })
    await page.goto(origin)
    await sees(page, 'This page may no longer talk to Setdesk.')
    await sees(page, /start Setdesk again for a new one/)
    await openAt(page, after.launchUrl)
    await showsSetdesk(page)
  })

  test('every screen says that the host has stopped, before the technician types anything', async () => {
    const page = await openPage()
    const { launchUrl, stop } = await startHost()
    await openAt(page, launchUrl)
    await startPractising(page)
    await page.locator('[data-banner="training"]').waitFor()
    await stop()
    // The banners of the last snapshot are no longer true.
    await page.locator('[data-banner]').waitFor({ state: 'detached' })
    await sees(page, 'Setdesk does not answer.')
    expect(await page.getByText('Connected', { exact: true }).count()).toBe(0)
    await goTo(page, 'Queue')
    await sees(page, 'Setdesk does not answer.')
  })

  test('is refused if another program left a service worker, and the worker is removed', async () => {
    const elsewhere = createServer(({ url }, response) => {
      response.setHeader('content-type', url === '/worker.js' ? 'text/javascript' : 'text/html')
      response.end(url === '/worker.js' ? 'self.addEventListener("fetch", () => undefined)' : '<!doctype html>')
    })
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const port = String((elsewhere.address() as AddressInfo).port)
    const page = await openPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
    })
    elsewhere.closeAllConnections()
    await new Promise((resolve) => elsewhere.close(resolve))

    const { launchUrl } = await startHost({ args: ['--no-open', '--port', port] })
    await page.goto(launchUrl)
    await sees(page, 'Another program has been at this address')
    expect(await page.evaluate(() => localStorage.getItem('setdesk-bearer'))).toBe('')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  })

  test('leaves the launch address unused in a browser that cannot store anything', async () => {
    const page = await openPage()
    const { launchUrl } = await startHost()
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied.', 'SecurityError')
        },
      })
      Object.defineProperty(ServiceWorkerContainer.prototype, 'getRegistrations', {
        value: () => Promise.reject(new DOMException('Access is denied.', 'SecurityError')),
      })
    })
    await page.goto(launchUrl)
    await sees(page, 'This browser does not store data for Setdesk')
    const other = await openPage()
    await openAt(other, launchUrl)
    await showsSetdesk(other)
  })
})
