import { describe, expect, it } from 'vitest'
import { ErrorNotice } from '../../../../src/renderer/src/bridge/use-call.tsx'
import { makeError } from '../../../fakes/bridge.ts'
import { renderWords } from '../../../fakes/render-words.tsx'

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
