import { describe, expect, test } from 'vitest'
import { sharedRead } from '../../../../src/main/jobs/shared-reading.ts'
import type { Exchange } from '../../../../src/platform/transport/exchange.ts'
import { answers } from './open-runner.ts'
import { alone, both, here, idOf, newest, openWithTwo, other, unread } from './open-shared.ts'

describe('the answer to a shared read counts for no job, and each job is read alone, if', () => {
  const cases: readonly (readonly [string, Exchange])[] = [
    ['a known customer is missing', answers(200, [here(newest)])],
    ['a known customer has no status', answers(200, [here(newest), { userid: other }])],
    ['a known customer has an empty status', answers(200, [here(newest), here(other, '')])],
    ['a known customer has a status that is not understood', answers(200, [here(newest), here(other, 'Zzyzx')])],
    ['it has a customer who was not asked for', answers(200, [...both, here('7000000001')])],
    ['a known customer is there twice', answers(200, [...both, here(other, 'Disabled')])],
    ['a customer has no user ID', answers(200, [...both, { status: 'Active' }])],
    [
      'an asked customer has a fault in place of a status',
      answers(200, [...both, { userid: idOf(0), error: 'Timeout' }]),
    ],
    ['the asked user IDs are repeated', answers(200, { customers: both, asked: [idOf(0), idOf(1)] })],
    ['it has nothing but the asked user IDs', answers(200, [newest, idOf(0), idOf(1), other])],
    ['more customers follow', answers(200, { customers: both, has_next: true })],
    ['it has a message beside the customers', answers(200, { customers: both, Message: 'Some IDs were left out.' })],
    ['it is an empty list', answers(200, [])],
    ['it is one customer', answers(200, { userid: newest, firstname: 'Ann', status: 'Active' })],
    ['it is a bare word', answers(200, 'Active')],
    ['it is empty', { reach: 'answered', status: 200, headers: {}, text: '' }],
    ['it is cut short', { reach: 'answered', status: 200, headers: {}, text: JSON.stringify(both).slice(0, -9) }],
    ['it is a web page', { reach: 'answered', status: 200, headers: {}, text: '<!doctype html><title>Log in</title>' }],
    ['it is very long', answers(200, { customers: both, notes: 'x'.repeat(70_000) })],
    ['no customer is found', answers(404, { Message: 'Customer not found.' })],
    ['the call does not exist', answers(404, { Message: 'No HTTP resource was found that matches the request URI.' })],
    ['the token is refused', answers(401, { Message: 'Invalid company token.' })],
    ['the platform refuses the question', answers(400, { Message: 'user_ids is invalid.' })],
    ['the platform fails', answers(500, { Message: 'Object reference not set.' })],
  ]
  test.each(cases)('%s', async (_, answer) => {
    const { jobs, run, askedSince, next, load, created } = await openWithTwo(2)
    next(sharedRead, answer)
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...alone, ...alone])
    expect(jobs.map(({ id }) => load(id).job.state)).toEqual(['done', 'done'])
    expect(created()).toHaveLength(4)
  })
})

describe('the answer to a shared read counts if it comes', () => {
  test.each([
    ['as rows', both],
    ['as a map of statuses', { [newest]: 'Active', [other]: 'Expired' }],
    ['in a wrapper', { success: true, data: { customers: both } }],
    ['with numbers for user IDs', both.map(({ userid, status }) => ({ userid: Number(userid), status }))],
    ['as JSON in a string', JSON.stringify(both)],
  ])('%s', async (_, data) => {
    const { jobs, run, askedSince, next } = await openWithTwo(2)
    next(sharedRead, answers(200, data))
    for (const job of jobs) await run(job)
    expect(askedSince()).toEqual([sharedRead, ...unread, ...unread])
  })
})
