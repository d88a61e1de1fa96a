import { expect, it } from 'vitest'
import { BatchStates } from '../../../../../src/renderer/src/features/bulk/panels/batch-panel.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { northConnection } from '../../../../fakes/world.ts'

const render = (hostnames: string[]): readonly string[] => {
  const connection = {
    settings: { ...northConnection, hostnames },
    hasToken: true,
    hasProxyLogIn: false,
    isPlainHttpStopped: false,
    link: { state: 'reached', since: 0 } as const,
  }
  const progress = {
    counts: { saved: 4, done: 9, unconfirmed: 2 },
    withoutHostname: { saved: 4, done: 3, unconfirmed: 2 },
  }
  const html = renderWithServices(<BatchStates progress={progress} />, {}, { connections: [connection] })
  return [...html.matchAll(/<li.*?<\/li>/g)].map(([item]) => item.replaceAll(/<[^>]*>/g, ''))
}

it('the progress of a list counts boxes without their hostname separately from boxes that are done', () => {
  expect(render(['tv.north.example'])).toEqual([
    'Saved on this computer4',
    'Done6',
    'Done, without hostname3',
    'Not confirmed, without hostname2',
  ])
})

it('the progress of a list counts a box without a hostname as done if the connection needs none', () => {
  expect(render([])).toEqual(['Saved on this computer4', 'Done9', 'Done, not confirmed2'])
})
