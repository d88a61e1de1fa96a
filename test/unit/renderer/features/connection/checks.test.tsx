import { describe, expect, it } from 'vitest'
import { Checks } from '../../../../../src/renderer/src/features/connection/connection-form.tsx'
import { checkSchema } from '../../../../../src/shared/bridge/contract.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'

describe('the result of a connection test', () => {
  it('shows each subject with its outcome in words and the platform’s own words', () => {
    const html = renderWords(
      <Checks
        usable={false}
        isOld={false}
        checks={[
          { subject: 'address', outcome: 'good', finding: 'reached' },
          { subject: 'token', outcome: 'bad', finding: 'refused', detail: 'Invalid authToken' },
        ]}
      />,
    )
    expect(html).toContain('This connection cannot be used yet.')
    expect(html).toMatch(/Address<\/span>.*OK/)
    expect(html).toMatch(/Token<\/span>.*Problem.*The platform refuses it.*Invalid authToken/)
  })

  it('shows findings but no verdict once the form has changed', () => {
    const html = renderWords(
      <Checks usable isOld checks={[{ subject: 'address', outcome: 'good', finding: 'reached' }]} />,
    )
    expect(html).toContain('Settings changed after this test.')
    expect(html).not.toContain('This connection can be used.')
    expect(html).toMatch(/Address<\/span>.*OK/)
  })

  it('has a general message for an unknown finding, whatever its outcome', () => {
    for (const outcome of checkSchema.shape.outcome.options)
      for (const subject of checkSchema.shape.subject.options)
        expect(
          renderWords(
            <Checks
              usable
              isOld={false}
              checks={[{ subject, outcome, finding: 'function toString() { [native code] }' }]}
            />,
          ),
        ).toMatch(/\.<\/p>/)
  })
})
