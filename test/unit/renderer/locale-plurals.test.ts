import { expect, it, vi } from 'vitest'
import { shownLanguage, speak, t } from '../../../src/renderer/src/locale.ts'

it.each([
  ['pt', ['0 tarefas', '1 tarefa', '2 tarefas']],
  ['fr', ['0 demande', '1 demande', '2 demandes']],
  ['es', ['0 trabajos', '1 trabajo', '2 trabajos']],
] as const)('the numbers zero, one and two have the plural forms of the language %s', async (language, words) => {
  await speak(language, ['en-GB'])
  expect(shownLanguage()).toBe(language)
  expect([0, 1, 2].map((count) => t('home.todayCount', { count }))).toEqual(words)
})

it('no language counts as shown before a language is loaded', async () => {
  vi.resetModules()
  const fresh = await import('../../../src/renderer/src/locale.ts')
  expect(fresh.shownLanguage()).toBeUndefined()
})
