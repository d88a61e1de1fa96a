import { expect, it } from 'vitest'
import { LinkLight } from '../../../../../src/renderer/src/features/frame/frame.tsx'
import { formatShortDay } from '../../../../../src/renderer/src/ui/format-time.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'

const lightSince = (since: number) => renderWords(<LinkLight link={{ state: 'unreached', since }} />)

it('gives the date as well if the platform has been unreachable since another day', () => {
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  yesterday.setHours(17, 5, 0, 0)
  expect(lightSince(yesterday.getTime())).toContain(`Unreachable since ${formatShortDay(yesterday.getTime())}, 17:05`)
  expect(lightSince(Date.now())).toMatch(/Unreachable since \d/)
})
