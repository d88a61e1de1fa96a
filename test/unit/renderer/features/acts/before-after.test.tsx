import { expect, test } from 'vitest'
import { BeforeAfter } from '../../../../../src/renderer/src/features/acts/before-after.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'

test('what is not known is said to be, and what does not move is told from what does', () => {
  const html = renderWords(
    <BeforeAfter
      heads={['Now', 'After']}
      rows={[
        { id: 'end', name: 'Runs until', before: undefined, after: '2027-01-20' },
        { id: 'product', name: 'Product', before: 'Family', after: 'Family' },
      ]}
    />,
  )
  expect(html).toContain('unknown')
  expect(html).toMatch(/font-semibold[^>]*><span.*2027-01-20/)
  expect(html.slice(html.indexOf('Product'))).not.toContain('font-semibold')
})
