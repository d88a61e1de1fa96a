import { expect, test } from 'vitest'
import { operation } from '../../../../src/platform/catalogue/catalogue.ts'
import { createDraw, createFaultChooser, type Fault, type FaultRule } from '../../../../src/sandbox/faults/fault.ts'

const drop: Fault = { kind: 'drop-before-commit' }
const redirect: Fault = { kind: 'redirect' }
const create = operation('addCustomer')
const devices = operation('devices')

const strikesOf = (rules: readonly FaultRule[], count: number, draw: () => number = () => 0) => {
  const choose = createFaultChooser(rules, draw)
  return Array.from({ length: count }, () => choose(create).fault?.kind)
}

test('a fault rule without counts applies to every request', () => {
  expect(strikesOf([{ fault: drop }], 2)).toEqual([drop.kind, drop.kind])
})

test('a fault rule skips the first requests, and then applies a number of times', () => {
  const none = undefined
  expect(strikesOf([{ after: 2, times: 1, fault: drop }], 4)).toEqual([none, none, drop.kind, none])
})

test('a fault rule counts only matching requests', () => {
  const choose = createFaultChooser([{ match: { effect: 'create' }, after: 1, fault: drop }], () => 0)
  expect([devices, create, devices, create].map((entry) => choose(entry).fault?.kind)).toEqual([
    undefined,
    undefined,
    undefined,
    drop.kind,
  ])
})

const met = (match: NonNullable<FaultRule['match']>) =>
  [create, devices, operation('AddMacAddressToHostname')].map(
    (entry) => createFaultChooser([{ match, fault: drop }], () => 0)(entry).fault !== undefined,
  )

test('a fault rule matches by operation, by effect, and by whether the call changes something', () => {
  expect(met({ operation: 'devices' })).toEqual([false, true, false])
  expect(met({ effect: 'bind' })).toEqual([false, false, true])
  expect(met({ changing: true })).toEqual([true, false, true])
  expect(met({ changing: false })).toEqual([false, true, false])
  expect(met({ changing: true, operation: 'devices' })).toEqual([false, false, false])
})

test('a request that got a fault is not matched against later rules', () => {
  expect(
    strikesOf(
      [
        { times: 1, fault: drop },
        { times: 1, fault: redirect },
      ],
      3,
    ),
  ).toEqual([drop.kind, redirect.kind, undefined])
})

test('the latencies of several rules are added up, and another fault may follow', () => {
  const choose = createFaultChooser(
    [{ fault: { kind: 'latency', ms: 5 } }, { fault: { kind: 'latency', ms: 7 } }, { fault: drop }],
    () => 0,
  )
  expect(choose(create)).toEqual({ latencyMs: 12, fault: drop })
})

test('a fault applies if the random number is below its probability, and counts only then', () => {
  const draws = [0.9, 0.1, 0.2]
  const draw = (): number => draws.shift() ?? 1
  expect(strikesOf([{ probability: 0.5, times: 1, fault: drop }], 3, draw)).toEqual([undefined, drop.kind, undefined])
})

function take(seed: number): readonly number[] {
  const draw = createDraw(seed)
  return Array.from({ length: 2000 }, draw)
}

test('random numbers are spread evenly between 0 and 1, and are the same for the same seed', () => {
  const drawn = take(42)
  expect(drawn).toEqual(take(42))
  expect(drawn).not.toEqual(take(43))
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
  expect(mean).toBeCloseTo(0.5, 1)
})
