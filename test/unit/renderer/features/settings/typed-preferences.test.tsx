import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import {
  LockAfterPanel,
  RetentionPanel,
  SerialPatternsPanel,
  TextPreferences,
} from '../../../../../src/renderer/src/features/settings/preference-panels.tsx'
import { FindPart } from '../../../../../src/renderer/src/features/fleet/find-part.tsx'
import { NewCode } from '../../../../../src/renderer/src/features/fleet/new-code.tsx'
import { useServices } from '../../../../../src/renderer/src/state/services.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const station = { name: 'stationName', label: 'Station', maxLength: 80 } as const

const panels: readonly (readonly [key: string, typed: unknown, panel: ReactNode, shown: string])[] = [
  ['settings.patterns', 'MAG520 = ######', <SerialPatternsPanel key="patterns" />, 'MAG520 = ######'],
  ['settings.retentionDays', '47', <RetentionPanel key="retention" />, 'value="47"'],
  ['settings.lockAfterMinutes', '17', <LockAfterPanel key="lock" />, 'value="17"'],
  [
    'settings.stationName',
    { stationName: 'Counter 3' },
    <TextPreferences key="station" title="Names" note="" fields={[station]} />,
    'value="Counter 3"',
  ],
  ['fleet.find', '00:1A:79:4E:B2:0F', <FindPart key="find" stations={[]} />, 'value="00:1A:79:4E:B2:0F"'],
  ['fleet.code', { role: 'station', group: 'Vans', hours: 8 }, <NewCode key="code" stations={[]} />, 'value="Vans"'],
]

it.each(panels)('what was typed under %s is there again after a lock or another page', (key, typed, panel, shown) => {
  function Typed() {
    useServices().view.kept.set(key, typed)
    return undefined
  }
  const html = renderWithServices(
    <>
      <Typed />
      {panel}
    </>,
  )
  expect(html).toContain(shown)
  // The text differs from the stored one, so it can be saved.
  expect(html).not.toContain('disabled=""')
})
