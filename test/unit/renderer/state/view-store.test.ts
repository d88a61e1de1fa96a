import { describe, expect, it } from 'vitest'
import { createViewStore } from '../../../../src/renderer/src/state/services.tsx'

describe('the state of the view', () => {
  it('shows at most the three latest toasts, until each is removed', () => {
    const view = createViewStore()
    for (const text of ['a', 'b', 'c', 'd']) view.say(text)
    expect(view.getState().toasts.map(({ text }) => text)).toEqual(['b', 'c', 'd'])
    const [first] = view.getState().toasts
    view.unsay(first?.id ?? 0)
    expect(view.getState().toasts.map(({ text }) => text)).toEqual(['c', 'd'])
  })

  it('has only one overlay at a time', () => {
    const view = createViewStore()
    view.open('find')
    view.open('help')
    expect(view.getState().overlay).toBe('help')
    view.close()
    expect(view.getState().overlay).toBeUndefined()
  })

  it('prints what was last offered for printing, and nothing without an offer', () => {
    const view = createViewStore()
    const printed: string[] = []
    view.print()
    view.offerPrint(() => printed.push('result'))
    const takeBack = view.offerPrint(() => printed.push('queue'))
    view.print()
    takeBack()
    view.print()
    expect(printed).toEqual(['queue', 'result'])
  })
})
