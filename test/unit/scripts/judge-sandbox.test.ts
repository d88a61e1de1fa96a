import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeSandbox, readSandbox } from '../../../scripts/lib/judge-sandbox.mjs'
import { makeFolder } from '../../fakes/folder.ts'

const program = '/home/ana/setdesk/node_modules/electron/dist/electron'
const open = { apparmor: undefined, clone: undefined, max: 63_000 }
const fresh = { userId: 1000, mode: 0o100755 }
const setUp = { userId: 0, mode: 0o104755 }
const facts = { program, namespaces: open, helper: fresh, profiles: [] }
const restricted = { ...facts, namespaces: { ...open, apparmor: 1 } }

const profile = (attachment: string, rule = 'userns,') =>
  `abi <abi/4.0>,\ninclude <tunables/global>\nprofile setdesk ${attachment} flags=(unconfined) {\n  ${rule}\n}\n`

describe("Electron's sandbox", () => {
  it('can start in user namespaces, even without the helper', () => {
    expect(judgeSandbox(facts)).toBeUndefined()
    expect(judgeSandbox({ ...facts, helper: undefined })).toBeUndefined()
    expect(judgeSandbox({ ...facts, namespaces: { apparmor: 0, clone: 1, max: 1 } })).toBeUndefined()
  })

  it('can start on a kernel that reports nothing about namespaces', () => {
    expect(
      judgeSandbox({ ...facts, namespaces: { apparmor: undefined, clone: undefined, max: undefined } }),
    ).toBeUndefined()
  })

  it('cannot start if AppArmor restricts namespaces, and the commands for setting up the helper are given', () => {
    const refusal = judgeSandbox(restricted)
    expect(refusal?.reason).toContain('AppArmor')
    expect(refusal?.reason).toContain('kernel.apparmor_restrict_unprivileged_userns is 1')
    expect(refusal?.remedy).toContain(
      'sudo chown root:root /home/ana/setdesk/node_modules/electron/dist/chrome-sandbox && ' +
        'sudo chmod 4755 /home/ana/setdesk/node_modules/electron/dist/chrome-sandbox',
    )
    expect(refusal?.remedy).toContain('AppArmor profile')
    expect(refusal?.remedy).toContain('docs/first-launch.md')
  })

  it('cannot start if the kernel has namespaces switched off, and no useless AppArmor profile is proposed', () => {
    for (const namespaces of [
      { ...open, clone: 0 },
      { ...open, max: 0 },
    ]) {
      const refusal = judgeSandbox({ ...facts, namespaces })
      expect(refusal?.reason).toContain('switched off')
      expect(refusal?.remedy).toContain('sudo chmod 4755')
      expect(refusal?.remedy).not.toContain('profile')
    }
  })

  it('is not switched off by the proposed remedy', () => {
    expect(JSON.stringify(judgeSandbox(restricted))).not.toContain('no-sandbox')
  })

  it('can start by the setuid helper if root owns it and its mode is 4755', () => {
    expect(judgeSandbox({ ...restricted, helper: setUp })).toBeUndefined()
    expect(judgeSandbox({ ...facts, namespaces: { ...open, max: 0 }, helper: setUp })).toBeUndefined()
  })

  it('cannot start by a helper that is missing, has another owner, lacks the setuid bit, or is not executable for all', () => {
    for (const helper of [
      { userId: 1000, mode: 0o104755 },
      { userId: 0, mode: 0o100755 },
      { userId: 0, mode: 0o104750 },
      undefined,
    ]) {
      expect(judgeSandbox({ ...restricted, helper })?.reason).toContain('setuid helper')
    }
  })

  it('has a remedy whose paths are quoted for the shell', () => {
    const refusal = judgeSandbox({ ...restricted, program: "/home/ana/Ana's work/dist/electron" })
    expect(refusal?.remedy).toContain(`sudo chmod 4755 '/home/ana/Ana'\\''s work/dist/chrome-sandbox'`)
  })

  it('can start if an AppArmor profile allows namespaces to the program, by its path or by a pattern', () => {
    for (const attachment of [
      program,
      `"${program}"`,
      '/home/*/setdesk/node_modules/electron/dist/electron',
      '/home/**/{chrome,electron}',
      '@{HOME}/setdesk/**/electron',
    ]) {
      expect(judgeSandbox({ ...restricted, profiles: [profile(attachment)] }), attachment).toBeUndefined()
    }
  })

  it('cannot start with an AppArmor profile that is for another program, lacks the rule or is a comment', () => {
    for (const text of [
      profile('/opt/other/electron'),
      profile('/home/*/electron'),
      profile(program, 'capability,'),
      profile(program).replace(/^/gm, '# '),
    ]) {
      expect(judgeSandbox({ ...restricted, profiles: [text] }), text).toBeDefined()
    }
  })

  it('cannot start with an AppArmor profile if the kernel has namespaces switched off', () => {
    const namespaces = { apparmor: 1, clone: undefined, max: 0 }
    expect(judgeSandbox({ ...facts, namespaces, profiles: [profile(program)] })?.reason).toContain('switched off')
  })
})

/** A file system with these files alone. */
const layOut = (files: Readonly<Record<string, string>>) => {
  const root = makeFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

describe("the facts about Electron's sandbox", () => {
  it('are the three settings, the profiles and the helper beside the program', () => {
    const root = layOut({
      'proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n',
      'proc/sys/kernel/unprivileged_userns_clone': '0\n',
      'proc/sys/user/max_user_namespaces': '63000\n',
      'etc/apparmor.d/setdesk': profile(program),
      'etc/apparmor.d/tunables/global': '',
      'dist/chrome-sandbox': '',
    })
    expect(readSandbox(join(root, 'dist', 'electron'), root)).toEqual({
      program: join(root, 'dist', 'electron'),
      namespaces: { apparmor: 1, clone: 0, max: 63_000 },
      helper: { userId: process.getuid?.(), mode: expect.any(Number) },
      profiles: [profile(program)],
    })
  })

  it('are unknown if there is nothing to read', () => {
    const root = layOut({})
    expect(readSandbox(join(root, 'electron'), root)).toEqual({
      program: join(root, 'electron'),
      namespaces: { apparmor: undefined, clone: undefined, max: undefined },
      helper: undefined,
      profiles: [],
    })
  })
})
