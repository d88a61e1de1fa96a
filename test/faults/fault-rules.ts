import type { FaultRule } from '../../src/sandbox/faults/fault.ts'

/**
 * A platform with many faults: one in three changing requests and one in fifty reads. Only creations get false refusals, because
 * their refusal is read back. `lateMs`: longest delay of a change after the connection was lost; it must be within the
 * connection's longest processing time.
 */
export function badDay(lateMs: number): readonly FaultRule[] {
  const changing = { match: { changing: true } } as const
  const creating = { match: { effect: 'create' } } as const
  return [
    { fault: { kind: 'latency', ms: 25 } },
    { probability: 0.2, fault: { kind: 'latency', ms: 60 } },
    { ...changing, probability: 0.07, fault: { kind: 'drop-before-commit' } },
    { ...changing, probability: 0.07, fault: { kind: 'drop-after-commit' } },
    { ...changing, probability: 0.03, fault: { kind: 'drop-in-body' } },
    { ...changing, probability: 0.03, fault: { kind: 'late-commit', ms: lateMs } },
    { ...changing, probability: 0.03, fault: { kind: 'hang', commit: true } },
    { ...changing, probability: 0.03, fault: { kind: 'hang', commit: false } },
    { ...changing, probability: 0.04, fault: { kind: 'status', status: 500, commit: true } },
    { ...changing, probability: 0.02, fault: { kind: 'status', status: 503, commit: false } },
    { ...changing, probability: 0.03, fault: { kind: 'rubbish', body: 'truncated-json', commit: true } },
    { ...creating, probability: 0.04, fault: { kind: 'refuse-but-commit' } },
    { ...creating, probability: 0.04, fault: { kind: 'half-done' } },
    { match: { changing: false }, probability: 0.01, fault: { kind: 'drop-before-commit' } },
    { match: { changing: false }, probability: 0.01, fault: { kind: 'status', status: 503, commit: false } },
  ]
}
