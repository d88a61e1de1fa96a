import { useState } from 'react'
import { expect, it } from 'vitest'
import { useLengthUnit } from '../../../../../../src/renderer/src/features/activation/parts/plan-part.tsx'
import { renderWords } from '../../../../../fakes/render-words.tsx'

it.each(['months', 'days'] as const)('an emptied length keeps its unit, %s', (unit) => {
  const length = { months: '', days: '', [unit]: '3' }
  const units: string[] = []
  function Probe() {
    const [isEmptied, setEmptied] = useState(false)
    const [shown] = useLengthUnit(isEmptied ? { months: '', days: '' } : length)
    units.push(shown)
    if (!isEmptied) setEmptied(true)
    return undefined
  }
  renderWords(<Probe />)
  expect([units.at(0), units.at(-1)]).toEqual([unit, unit])
})
