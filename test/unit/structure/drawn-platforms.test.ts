import { expect, test } from 'vitest'
import { readModules } from './modules.ts'

test('the generated platforms share no module with the code that reads their answers', () => {
  const modules = readModules('test/platforms')
  expect(modules.length).toBeGreaterThan(20)
  const outside = modules.flatMap(({ path, packages, files }) =>
    [
      ...packages.filter((name) => !name.startsWith('node:')),
      ...files.filter((file) => !file.startsWith('test/platforms/')),
    ].map((name) => `${path} uses ${name}`),
  )
  expect(outside).toEqual([])
})
