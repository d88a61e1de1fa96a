import { expect, test } from 'vitest'
import { BeforeAfter } from '../../../../../src/renderer/src/features/actions/action-dialog.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'

test('a before-and-after table marks unknown values and shows changed values in bold', () => {
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
