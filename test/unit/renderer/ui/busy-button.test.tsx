import { expect, it } from 'vitest'
import { Button } from '../../../../src/renderer/src/ui/button.tsx'
import { renderWords } from '../../../fakes/render-words.tsx'

const show = (isBusy: boolean): string =>
  renderWords(
    <Button type="submit" isBusy={isBusy}>
      Test
    </Button>,
  )

it('a busy button submits nothing, but is not disabled, so that it keeps the focus', () => {
  expect(show(false)).toMatch(/type="submit"/)
  expect(show(false)).not.toContain('aria-disabled="true"')
  expect(show(true)).toMatch(/type="button"/)
  expect(show(true)).toContain('aria-disabled="true"')
  expect(show(true)).not.toMatch(/ disabled[=" >]/)
})
