import { describe, expect, test } from 'vitest'
import { recallTries } from '../../../../src/main/jobs/questions.ts'
import type { Answer } from '../../../../src/platform/answer.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { makeAnswer } from './make-job.ts'
import { answers, openRunner, type OpenRunner } from './open-runner.ts'

const renewal = { kind: 'renewal', userid: 'rosa', months: 3, days: 0, from: 'end-date' } as const

describe('the subscription before an attempt', () => {
  const shown = makeAnswer({ data: { userid: 'rosa', enddate: '2027-09-02' } })
  const recall = (tries: Parameters<typeof recallTries>[0], answer: Answer = shown) => {
    const asked: string[] = []
    const reread = (id: string, raw: string) => (asked.push(`${id} ${raw}`), answer)
    return { asked, found: recallTries(tries, { kind: 'renew' }, { reread }) }
  }

  test('is read again from the stored answer if that answer was not understood at the time', () => {
    const { asked, found } = recall([{ sentOn: 5, rawBefore: 'klant;rosa' }])
    expect(asked).toEqual(['getCustomer_V2 klant;rosa'])
    expect(found).toEqual([{ sentOn: 5, before: { endDate: '2027-09-02' } }])
  })

  test('is taken from the attempt if the answer was understood at the time', () => {
    const { asked, found } = recall([
      { sentOn: 5, endDate: '2027-01-01', rawBefore: 'klant;rosa' },
      { sentOn: 6, product: 'Sports', status: 'Active' },
    ])
    expect(asked).toEqual([])
    expect(found).toEqual([
      { sentOn: 5, before: { endDate: '2027-01-01' } },
      { sentOn: 6, before: { product: 'Sports', status: 'Active' } },
    ])
  })

  test('stays unknown if no answer is stored, or if the stored answer is still not understood', () => {
    expect(recall([{ sentOn: 5 }, {}]).found).toEqual([{ sentOn: 5 }, { sentOn: 0 }])
    const unclear = makeAnswer({ verdict: 'unclear' })
    expect(recall([{ sentOn: 5, rawBefore: '?' }], unclear).found).toEqual([{ sentOn: 5 }])
    const statusAlone = makeAnswer({ data: { userid: 'rosa', status: 'Active' } })
    expect(recall([{ sentOn: 5, rawBefore: '?' }], statusAlone).found).toEqual([{ sentOn: 5 }])
  })
})

const showNobody = (open: OpenRunner): void =>
  open.always('getCustomer_V2', answers(404, { Message: 'Customer not found.' }))

describe('the stored answer to an attempt that a technician checks again', () => {
  const fieldNames: Connection['fieldNames'] = {
    outcome: ['uitkomst'],
    approvalWord: ['gelukt'],
    refusalWord: ['mislukt'],
  }
  /** A renewal whose answer was stored before the words were mapped, on a platform whose customers cannot be read. */
  async function checkAgain(
    stored: { readonly result: 'unknown' | 'refused'; readonly status?: number; readonly raw?: string },
    prepare?: (open: OpenRunner) => void,
  ) {
    const open = openRunner({ fieldNames })
    open.always('getCustomer_V2', answers(200, { wat: 'onleesbaar' }))
    prepare?.(open)
    const { job, steps } = open.begin(renewal)
    const [step] = steps
    if (step === undefined) throw new Error('a step')
    open.ledger.beginAttempt(job, step, new Uint8Array(32), { sentOn: 0 })
    open.ledger.endAttempt(job, step, stored.result, stored.status, stored.raw === undefined ? {} : { raw: stored.raw })
    open.ledger.settleStep(job, step, 'undecided', { state: 'needs-you', why: 'reply-lost-unreadable' })
    open.ledger.addChoice(job, step, 'check-again', 'Sam')
    await open.runToRest(job)
    return open.load(job.id).job
  }

  test('counts as accepted if its words are now mapped to acceptance', async () => {
    expect(await checkAgain({ result: 'unknown', status: 200, raw: '{"uitkomst":"gelukt"}' })).toMatchObject({
      state: 'unconfirmed',
      why: 'list-unreadable',
    })
  })

  test('counts as refused if its words are now mapped to refusal and the platform shows no effect', async () => {
    expect(
      await checkAgain({ result: 'unknown', status: 200, raw: '{"uitkomst":"mislukt"}' }, showNobody),
    ).toMatchObject({
      state: 'refused',
      why: 'platform-refused',
    })
  })

  test('no longer counts as refused if its words are now mapped to acceptance', async () => {
    expect(await checkAgain({ result: 'refused', status: 400, raw: '{"uitkomst":"gelukt"}' })).toMatchObject({
      state: 'needs-you',
      why: 'reply-lost-unreadable',
    })
  })

  test.each([
    ['it was not stored', { result: 'unknown', status: 200 }],
    ['there was no answer', { result: 'unknown' }],
    ['it is still not understood', { result: 'unknown', status: 200, raw: '{"uitkomst":"bijna"}' }],
    ['its status is a server error', { result: 'unknown', status: 500, raw: '{"uitkomst":"gelukt"}' }],
    ['it was cut', { result: 'unknown', status: 200, raw: `${' '.repeat(3979)}{"uitkomst":"gelukt"}` }],
  ] as const)('changes nothing if %s', async (_, stored) => {
    expect(await checkAgain(stored)).toMatchObject({ state: 'needs-you', why: 'reply-lost-unreadable' })
  })
})
