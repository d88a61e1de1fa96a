import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFuses } from '../../../scripts/lib/package/fuses.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { judge, type Target } from '../../faults/targets/target.ts'

/** As Electron documents them: the marker, the version of the wire, and a byte for each state. */
const marker = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const [off, on] = [0x30, 0x31]
/** In the order of the wire; written here a second time, so that a slip in the project's own list shows. */
const wanted = [
  ['RunAsNode', off],
  ['EnableCookieEncryption', on],
  ['EnableNodeOptionsEnvironmentVariable', off],
  ['EnableNodeCliInspectArguments', off],
  ['EnableEmbeddedAsarIntegrityValidation', on],
  ['OnlyLoadAppFromAsar', on],
  ['LoadBrowserProcessSpecificV8Snapshot', off],
  ['GrantFileProtocolExtraPrivileges', off],
  ['WasmTrapHandlers', on],
] as const

const flip = async (path: string): Promise<boolean> =>
  await setFuses(path).then(
    () => true,
    () => false,
  )

/** Flips the fuses of stand-in programs that hold Electron's fuse wire, and reads the bytes. `size`: programs. */
export const fuses: Target = async (options) => {
  const { seed, folder, size = 20 } = options
  const draw = createDraw(seed)
  const wrong: string[] = []
  const rubbish = (most: number): Buffer =>
    Buffer.from(Array.from({ length: Math.floor(draw() * most) + 1 }, () => Math.floor(draw() * 256)))
  mkdirSync(folder, { recursive: true })
  for (let number = 0; number < size; number += 1) {
    const path = join(folder, `program-${number}`)
    // A universal program has two wires.
    const pieces: Buffer[] = []
    const wires: number[] = []
    for (let wire = 0; wire <= number % 2; wire += 1) {
      const states = wanted.map(() => (draw() < 0.5 ? off : on))
      pieces.push(rubbish(2000), Buffer.concat([Buffer.from(marker), Buffer.from([1, wanted.length, ...states])]))
      wires.push(Buffer.concat(pieces).length - wanted.length)
    }
    const before = Buffer.concat([...pieces, rubbish(2000)])
    writeFileSync(path, before)
    chmodSync(path, 0o755)
    if (!(await flip(path))) wrong.push(`program ${number}: its fuses were not set`)
    const after = readFileSync(path)
    const expected = Buffer.from(before)
    for (const wire of wires) for (const [index, [, state]] of wanted.entries()) expected[wire + index] = state
    for (const wire of wires)
      for (const [index, [name, state]] of wanted.entries())
        if (after[wire + index] !== state) wrong.push(`program ${number}: ${name} is ${after[wire + index]}`)
    if (!after.equals(expected)) wrong.push(`program ${number}: something else was changed`)
    if ((statSync(path).mode & 0o777) !== 0o755) wrong.push(`program ${number}: it can no longer be started`)
  }
  const refused = refusedPrograms()
  for (const [name, bytes] of Object.entries(refused)) {
    const path = join(folder, name.replaceAll(' ', '-'))
    writeFileSync(path, bytes)
    if (await flip(path)) wrong.push(`${name}: it was accepted`)
    if (!readFileSync(path).equals(bytes)) wrong.push(`${name}: it was changed`)
  }
  return judge('fuses', options, {
    figure: `${wanted.length} fuses of ${size} stand-in programs set and read back, ${Object.keys(refused).length} unusable programs left as they are`,
    bound: 'all nine set on purpose, nothing else changed',
    wrong,
  })
}

const wire = (...bytes: readonly number[]): Buffer => Buffer.concat([Buffer.from(marker), Buffer.from(bytes)])

function refusedPrograms(): Readonly<Record<string, Buffer>> {
  const states = wanted.map(() => on)
  return {
    'no wire': Buffer.from('a program'),
    'another version': wire(2, wanted.length, ...states),
    'a fuse more': wire(1, wanted.length + 1, ...states, on),
    'a wire cut off': wire(1, wanted.length, on, on),
    'a removed fuse': wire(1, wanted.length, 0x72, ...states.slice(1)),
  }
}
