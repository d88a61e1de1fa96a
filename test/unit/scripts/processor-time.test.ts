import { expect, it } from 'vitest'
import { readProcessorMinutes } from '../../../scripts/lib/processor-time.mjs'

it('the processor time of a process includes its ended child processes, whatever the name of the process is', () => {
  // 10 minutes in the program, 2 in the kernel; its children 25.5 and 0.5.
  const stat =
    '4711 (node) 9 (x) S 1 4711 4711 0 -1 4194304 1 2 3 4 60000 12000 153000 3000 20 0 11 0 99 1 2 18446744073709551615'
  expect(readProcessorMinutes(stat)).toBe(38)
})
