import { describe, expect, it } from 'vitest'
import { sayState, StateChip } from '../../../../src/renderer/src/ui/state-chip.tsx'
import { jobStates } from '../../../../src/shared/domain/job.ts'
import { renderWords } from '../../../fakes/render-words.tsx'

const icon = (markup: string) => /lucide-[a-z-]+/.exec(markup)?.[0]

describe('the chip of a state', () => {
  it.each(jobStates)('shows the state %s by a word and by an icon of its own', (state) => {
    const html = renderWords(<StateChip state={state} />)
    expect(html).toMatch(/<svg.*<\/svg>[A-Z][a-z]+/)
    const others = jobStates
      .filter((other) => other !== state)
      .map((other) => icon(renderWords(<StateChip state={other} />)))
    expect(others).not.toContain(icon(html))
  })
})

it('a job that was exported or moved to another computer has a word of its own', () => {
  expect(sayState('dropped', 'exported')).toBe('Exported')
  expect(sayState('dropped', 'moved-away')).toBe('Moved')
})

it('a job that is dropped on this computer is described as dropped', () => {
  expect(sayState('dropped', 'left-to-original')).toBe('Dropped')
  expect(sayState('dropped', 'import-dropped')).toBe('Dropped')
  expect(sayState('dropped', 'person-dropped')).toBe('Dropped')
  expect(sayState('dropped')).toBe('Dropped')
})
