import { describe, expect, it } from 'vitest'
import { help, readCommandLine } from '../../../src/hub/options.ts'

const database = ['--database', 'postgres://setdesk_hub@db/setdesk']
const tls = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']

const errorOf = (args: readonly string[], environment?: string): string | undefined => {
  const read = readCommandLine(args, environment)
  return read.ok ? undefined : read.error
}

describe('the arguments of the hub', () => {
  it('start the server with TLS on all addresses', () => {
    expect(readCommandLine([...database, ...tls, '--port', '443'], undefined)).toMatchObject({
      ok: true,
      value: { command: 'serve', address: '::', port: 443, certificate: { cert: 'cert.pem', key: 'key.pem' } },
    })
  })

  it('start the server without TLS only on the loopback address', () => {
    expect(readCommandLine(database, undefined)).toMatchObject({ ok: true, value: { address: '127.0.0.1' } })
    expect(errorOf([...database, '--address', '0.0.0.0'])).toContain('loopback')
    expect(errorOf([...database, '--address', '127.evil.example'])).toContain('loopback')
    expect(errorOf([...database, '--address', '0.0.0.0', '--insecure-behind-proxy'])).toBeUndefined()
    expect(errorOf([...database, ...tls, '--insecure-behind-proxy'])).toContain('plain HTTP')
  })

  it('must be named, and an argument that stands alone is not repeated, because it may be an address with a password', () => {
    const error = errorOf(['--migrate', 'postgres://setdesk_owner:geheim@db/setdesk'])
    expect(error).toContain('--database')
    expect(error).not.toContain('geheim')
  })

  it('may name several database servers, or leave them to the environment', () => {
    const read = readCommandLine([...database, '--database', 'postgres://b/setdesk'], 'postgres://c/setdesk')
    expect(read).toMatchObject({ ok: true, value: { urls: [database[1], 'postgres://b/setdesk'] } })
    expect(readCommandLine([], 'postgres://c/x,postgres://d/x')).toMatchObject({
      ok: true,
      value: { urls: ['postgres://c/x', 'postgres://d/x'] },
    })
  })

  it.each([
    [['--try'], 'try'],
    [['--migrate', ...database], 'migrate'],
    [['--first-code', ...database], 'first-code'],
    [['--revoke', 'some-station', ...database], 'revoke'],
  ])('%j choose the command %s', (args, command) => {
    expect(readCommandLine(args, undefined)).toMatchObject({ ok: true, value: { command } })
  })

  it('may contain addresses with a socket or an encoded password', () => {
    expect(errorOf(['--database', 'postgres:///setdesk?host=/var/run/postgresql'])).toBeUndefined()
    expect(errorOf(['--database', 'postgresql://setdesk_hub:a%2Fb%40@db:5433/setdesk'])).toBeUndefined()
  })

  it('are refused without repeating the password in them', () => {
    expect(errorOf(['--database', 'postgres://setdesk_hub:unmistakable/b@db/setdesk'])).not.toContain('unmistakable')
  })

  it.each([
    [[], '--database is missing'],
    [['--database', 'postgres://setdesk_hub:a/b@db/setdesk'], 'special characters'],
    [['--migrate', '--database', 'db.example'], 'not valid'],
    [[...database, '--port', '70000'], '--port'],
    [[...database, '--port', 'x'], '--port'],
    [[...database, '--connections', '0'], '--connections'],
    [[...database, '--tls-cert', 'cert.pem'], 'belong together'],
    [['--try', '--migrate'], '--try, --migrate'],
    [['--first-code', '--revoke', 'x', ...database], 'Give only one'],
    [['--try', ...database], 'leave --database out'],
    [[...database, '--unknown'], '--unknown'],
    [[...database, '--first-code', '--hours', '500'], '--hours'],
  ])('are refused with a reason: %j', (args, words) => {
    expect(errorOf(args)).toContain(words)
  })

  it('are all listed in the help', () => {
    const read = readCommandLine(database, undefined)
    expect(read.ok).toBe(true)
    for (const flag of [
      'database',
      'port',
      'address',
      'tls-cert',
      'tls-key',
      'insecure-behind-proxy',
      'connections',
      'station-rate',
      'address-rate',
      'hours',
      'json',
    ])
      expect(help).toContain(`--${flag}`)
  })
})
