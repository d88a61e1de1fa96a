import { describe, expect, it } from 'vitest'
import { callOnceRead, ErrorNotice } from '../../../../src/renderer/src/bridge/use-call.tsx'
import { createFakeBridge, makeError } from '../../../fakes/bridge.ts'
import { renderWords } from '../../../fakes/render-words.tsx'
import { makeWorkday } from '../../../fakes/world.ts'

describe('an error on screen', () => {
  it('says what happened and what to do, quotes the platform, and is announced at once', () => {
    const html = renderWords(<ErrorNotice error={makeError('platform-refused', { detail: 'Device limit reached' })} />)
    expect(html).toContain('role="alert"')
    expect(html).toContain('The platform refused this.')
    expect(html).toContain('correct what it names')
    expect(html).toContain('Device limit reached')
    expect(html).toContain('Code platform-refused')
  })

  it('is amber and quotes no answer if the platform was not reached', () => {
    const html = renderWords(<ErrorNotice error={makeError('not-reached', { detail: 'connection-refused' })} />)
    expect(html).toContain('role="alert"')
    expect(html).toContain('bg-waiting-tint')
    expect(html).toContain('Code not-reached, connection-refused')
    expect(html).not.toContain('The platform answered')
  })

  it.each(['hub-not-reached', 'hub-refused'] as const)(
    'does not say that the platform answered if it is %s',
    (code) => {
      const html = renderWords(<ErrorNotice error={makeError(code, { detail: 'connection-refused' })} />)
      expect(html).toContain(`Code ${code}, connection-refused`)
      expect(html).not.toContain('The platform answered')
    },
  )

  it('never shows the internal message, which is only for the log', () => {
    expect(renderWords(<ErrorNotice error={makeError('internal', { message: 'stack of main' })} />)).not.toContain(
      'stack of main',
    )
  })

  it('shows nothing if there is no error', () => {
    expect(renderWords(<ErrorNotice error={undefined} />)).toBe('')
  })
})

describe('a call whose request waits for a file', () => {
  const bridge = createFakeBridge(makeWorkday('loopback', 0))

  it('is made once the file is read', async () => {
    const request = Promise.resolve({ place: 'bulk', text: 'A' } as const)
    expect(await callOnceRead(bridge, 'scan-batch.save', request)).toEqual({ ok: true, value: {} })
  })

  it('is not made if the file cannot be read, and the error says so', async () => {
    const request = Promise.reject(new Error('gone'))
    expect(await callOnceRead(bridge, 'scan-batch.save', request)).toMatchObject({ error: { code: 'file-unusable' } })
    expect(await bridge.call('scan-batch.read', { place: 'bulk' })).toMatchObject({ value: { text: 'A' } })
  })
})
