/** Tries again and again to own a data folder (first argument), and records each event in a list (second argument). */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ownFolder } from '../../src/main/host/folder-owner.ts'

const [folder = '', list = ''] = process.argv.slice(2)
const note = (what: string): void => appendFileSync(join(folder, list), `${process.pid} ${what}\n`)

// Listens from the start: a signal without a listener ends the process, and nothing could be recorded.
let giveBack: () => void = () => undefined
process.on('SIGUSR2', () => giveBack())

for (;;) {
  const owned = ownFolder(folder, Date.now())
  if (owned.ok) {
    // Works until a signal tells it to give the folder back.
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
