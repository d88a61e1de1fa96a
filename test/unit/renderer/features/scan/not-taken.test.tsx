import type { ComponentProps } from 'react'
import { describe, expect, it } from 'vitest'
import { ArrivedBox, ScanMessage } from '../../../../../src/renderer/src/features/activation/parts/box-part.tsx'
import { BoxField } from '../../../../../src/renderer/src/features/scan/box-field.tsx'
import { boxOfCodes, type BoxText } from '../../../../../src/renderer/src/features/scan/box-text.ts'
import { readScanBatchScan, ScanBatchAnswer } from '../../../../../src/renderer/src/features/scan/scan-batch-answer.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const nothing = (): void => undefined
const label = (...texts: readonly string[]): BoxText =>
  boxOfCodes(
    texts.map((text) => ({ text })),
    { patterns: [], habits: [] },
  )

const field = (box: BoxText): string =>
  renderWithServices(<BoxField box={box} onChange={nothing} onGoOn={nothing} label="" hint="" insist />)
const answer = (box: BoxText): string => {
  const scans = { others: [], noteSaved: nothing, put: nothing, takeOthers: nothing, leaveOthers: nothing }
  const word = { kind: 'not-understood', ...readScanBatchScan(box) } as const
  return renderWithServices(<ScanBatchAnswer scans={{ ...scans, word }} />)
}
const messagesOf = (message: ComponentProps<typeof ScanMessage>['messages']['message']) =>
  ({ message, changed: undefined }) as ComponentProps<typeof ScanMessage>['messages']
const message = (box: BoxText): string =>
  renderWithServices(<ScanMessage messages={messagesOf({ kind: 'left', box })} onPutBack={nothing} />)
const question = (box: BoxText): string => {
  const messages = messagesOf({ kind: 'arrived', box, draft: { withoutBox: false } })
  return renderWithServices(<ArrivedBox messages={messages} onStartAnew={nothing} />)
}
const places = { field, answer, message, question }

describe.each(Object.keys(places) as (keyof typeof places)[])('the reason in the %s', (place) => {
  const say = places[place]

  it.each([
    [['MAC (WIFI): 00:1A:79:4E:B2:0F']],
    [['WLAN MAC: 001A794EB20F']],
    [['BT MAC:001A794EB20F', '001A794EB20F']],
    [['MAC ADDRESS WLAN:001A794EB20F', 'MODEL: MAG520']],
  ])('says that the address of a radio is not that of the box: %j', (texts) => {
    expect(say(label(...texts))).toMatch(
      /The label gives 00:?1A:?79:?4E:?B2:?0F for something else, .* not for the box/,
    )
  })

  it('says the same of the serial number of a part', () => {
    expect(say(label('CARD SN: 8125123456789012'))).toContain('The label gives 8125123456789012 for something else')
  })

  it('says that a label names several codes and none as the box', () => {
    expect(say(label('MAG254w1', '052013N012345'))).toContain('Nothing on the label says whether MAG254w1 is the box')
  })

  it.each(['MAC: STB7N0042913', 'SN: 00:1A:79:4E:B2:0F'])(
    'does not say so of a value that its key does not fit: %s',
    (text) => {
      expect(say(label(text))).not.toContain('for something else')
    },
  )

  it('says that an article number is one', () => {
    expect(say(label('036000291452'))).toContain('an article number, the same on every box of its type')
  })
})
