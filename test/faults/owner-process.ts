/** Wants a data folder (first argument) for itself, again and again; what it does with it goes into a list (second argument). */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ownFolder } from '../../src/main/host/folder-owner.ts'

const [folder = '', list = ''] = process.argv.slice(2)
const note = (what: string): void => appendFileSync(join(folder, list), `${process.pid} ${what}\n`)

// Heard from the first moment on: a signal that nobody hears ends a process, and nothing could be noted of that.
let giveBack: () => void = () => undefined
process.on('SIGUSR2', () => giveBack())

for (;;) {
  const owned = ownFolder(folder, Date.now())
  if (owned.ok) {
    // Told by a signal to give it back; until then it works.
    const told = Promise.withResolvers<void>()
    giveBack = told.resolve
    note('owns')
    const work = setInterval(() => note('works'), 2)
    await told.promise
    clearInterval(work)
    note('gives back')
    owned.value.release()
  } else if (owned.error.reason === 'unusable') {
    note(`fails ${owned.error.code}`)
    process.exit(1)
  }
  await delay(3)
}
