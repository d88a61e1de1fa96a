import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFuses } from '../../scripts/lib/package/fuses.ts'
import { makePackage, makeStandInFor } from '../../scripts/lib/package/make-package.ts'
import { prepareForFile } from './packed.ts'

const hasTools = ['openssl', 'osslsigncode'].every((tool) => spawnSync(tool, ['--version']).error === undefined)

test.skipIf(!hasTools)(
  'the Windows program is signed by the command from the environment, after its fuses are set',
  { timeout: 120_000 },
  async () => {
    const app = await prepareForFile()
    mkdirSync(app.output, { recursive: true })
    const [key, certificate] = [join(app.work, 'key.pem'), join(app.work, 'certificate.pem')]
    const about = ['-days', '2', '-subj', '/CN=Setdesk Test', '-addext', 'extendedKeyUsage=codeSigning']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...about],
      { stdio: 'ignore' },
    )
    const sign = `osslsigncode sign -h sha256 -certs "$0" -key "$1" -in "$2" -out "$2.signed" && mv "$2.signed" "$2"`
    const env = { SETDESK_SIGN_WINDOWS: JSON.stringify(['sh', '-c', sign, certificate, key, '{file}']) }
    const electronDist = makeStandInFor(app, 'win')
    await makePackage(app, { system: 'win', arch: 'x64', targets: ['dir'], electronDist, env })
    const program = join(app.output, 'win-unpacked', 'Setdesk.exe')
    const checked = spawnSync('osslsigncode', ['verify', '-CAfile', certificate, '-in', program], { encoding: 'utf8' })
    expect(checked.stdout).toContain('Setdesk Test')
    expect(checked.stdout).toMatch(/Signature verification: ok/)
    // A fuse that is set later would break the signature.
    expect((await readFuses(program)).RunAsNode).toBe('off')
  },
)
