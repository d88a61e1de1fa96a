import { describe, expect, it } from 'vitest'
import { createCommands, createViewStore } from '../../../../../src/renderer/src/state/services.tsx'
import type { Snapshot } from '../../../../../src/shared/bridge/snapshot.ts'
import { createFakeBridge, makeError } from '../../../../fakes/bridge.ts'
import { makeWorkday } from '../../../../fakes/world.ts'
import { listCommands, matchesWords } from '../../../../../src/renderer/src/features/find/find-dialog.tsx'

function openPalette(part: Partial<Snapshot> = {}) {
  const bridge = createFakeBridge(makeWorkday('loopback', Date.UTC(2026, 0, 15, 12)))
  const went: string[] = []
  const view = createViewStore()
  const commands = listCommands({
    snapshot: { ...bridge.world.snapshot, ...part },
    commands: createCommands(bridge, view),
    view,
    navigate: (path) => went.push(path),
    isMac: false,
  })
  const run = (id: string) => commands.find((command) => command.id === id)?.run()
  return { bridge, commands, run, view, went }
}

describe('the command palette', () => {
  it('has a different name for each command', () => {
    const names = openPalette().commands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('opens a screen, or the queue with a filter', () => {
    const { run, went } = openPalette()
    run('go-activate')
    run('queue-needs-you')
    expect(went).toEqual(['/activate', '/queue/needs-you'])
  })

  it('offers the fleet only to its supervisors', () => {
    const joined = { state: 'joined', role: 'supervisor' } as const
    const fleetIds = (part: Partial<Snapshot>) =>
      openPalette(part)
        .commands.map(({ id }) => id)
        .filter((id) => id.includes('fleet'))
    expect(fleetIds({ fleet: joined })).toEqual(['go-fleet', 'fleet-find', 'fleet-totals', 'fleet-code'])
    expect(fleetIds({})).toEqual([])
    expect(fleetIds({ fleet: { ...joined, role: 'station' } })).toEqual([])
    expect(fleetIds({ fleet: { ...joined, state: 'revoked' } })).toEqual([])
    const technicians = [{ id: 'a', name: 'Ada', isSupervisor: false }]
    expect(fleetIds({ fleet: joined, who: { state: 'signed-in', technicians, current: 'a' } })).toEqual([])
    const { run, went } = openPalette({ fleet: joined })
    run('fleet-totals')
    expect(went).toEqual(['/fleet/totals'])
  })

  it('offers all connections except the active one', () => {
    const { commands, run, bridge } = openPalette()
    expect(commands.map(({ id }) => id)).not.toContain('connection-north')
    run('connection-training')
    expect(bridge.world.snapshot.activeConnectionId).toBe('training')
  })

  it('offers to resume while sending is paused, otherwise to pause', () => {
    expect(openPalette().commands.map(({ id }) => id)).toContain('pause')
    const paused = openPalette({ paused: true }).commands.map(({ id }) => id)
    expect(paused).toContain('resume')
    expect(paused).not.toContain('pause')
  })

  it('reports why a command failed, until the next command', async () => {
    const { run, bridge, view } = openPalette()
    bridge.failNext('queue.pause', makeError('storage-full'))
    run('pause')
    await expect.poll(() => view.getState().failure?.code).toBe('storage-full')
    run('connection-training')
    expect(view.getState().failure).toBeUndefined()
  })

  it('finds a name by the beginnings of its words, ignoring case and accents', () => {
    expect(matchesWords('Queue: Saved and waiting', 'que wai')).toBe(true)
    expect(matchesWords('Work with Île TV', 'ile')).toBe(true)
    expect(matchesWords('Queue: Saved and waiting', 'aved')).toBe(false)
    expect(matchesWords('anything', '')).toBe(true)
  })
})
