import { describe, expect, it } from 'vitest'
import { ActivateBar } from '../../../../../src/renderer/src/features/activation/activate-bar.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'

type Props = Parameters<typeof ActivateBar>[0]

const shown = (part: Partial<Props>): string =>
  /<p id="activation-readiness".*?<\/p>/
    .exec(
      renderWords(
        <ActivateBar
          problems={{}}
          isReached
          isCorrecting={false}
          held={undefined}
          doubt={undefined}
          onSave={() => undefined}
          {...part}
        />,
      ),
    )?.[0]
    .replaceAll(/<[^>]*>/g, '') ?? ''

describe('the message beside the button that saves the form', () => {
  it('says that a complete form is ready', () => {
    expect(shown({})).toBe('Ready to save and send.')
    expect(shown({ isReached: false })).toBe('Ready to save. Setdesk sends it once the platform can be reached.')
  })

  it('does not say "Ready" beside a refusal', () => {
    expect(shown({ doubt: 'refused' })).toBe('Not saved. The message at the top says why.')
  })

  it('does not say "Ready" while a correction is what the platform refused', () => {
    expect(shown({ doubt: 'unchanged' })).toBe('Nothing is changed yet.')
  })

  it('names the missing fields in the order of the screen, whatever the order of the rules', () => {
    const problems = {
      'customer.street': 'required',
      'customer.mobile': 'required',
      'plan.productid': 'required',
      'box.raw': 'empty',
    } as const
    expect(shown({ problems })).toBe('Still missing: Box, Mobile, Street, and Product.')
  })

  it('names what is missing or in the way first, because that can be done at once', () => {
    expect(shown({ doubt: 'refused', problems: { 'plan.productid': 'required' } })).toBe('Still missing: Product.')
    expect(shown({ doubt: 'unchanged', held: 'box' })).toContain('This box is already in another job.')
  })
})
