import { onTestFinished, expect, test } from 'vitest'
import { createAsideWriter, type JobToWrite } from '../../../../../src/main/jobs/ledger/write-aside.ts'
import { onCommit } from '../../../../../src/main/storage/database.ts'
import { makeNewJob, openLedger } from '../open-ledger.ts'
import { writeOut, type NewJob } from '../../../../../src/main/jobs/ledger/records.ts'

function openWriter() {
  const opened = openLedger()
  const { database, clock, sealing } = opened
  const ends: boolean[] = []
  const writer = createAsideWriter({ database, sealing, clock, onEnd: () => ends.push(writer.isOpen()) })
  onTestFinished(() => writer.stop())
  const make = (changed: Partial<NewJob> = {}, isNew = { customer: true, box: true }): JobToWrite => ({
    job: writeOut(makeNewJob(sealing, changed), clock.now()),
    isNew,
  })
  return { ...opened, writer, make, ends }
}

test('the job writer saves a job exactly as the ledger does', async () => {
  const { ledger, load, writer, make, save } = openWriter()
  const { job, steps } = save()
  const copy = make({ id: 'copy', payload: job.payload })

  expect(await writer.write('north', [copy])).toEqual(['saved'])
  const { job: written, steps: planned } = load('copy')
  const { id: _, sequence, ...rest } = written
  expect(rest).toEqual({ ...rest, payload: job.payload, kind: job.kind, state: 'saved', revision: 1 })
  expect(sequence).toBe(job.sequence + 1)
  expect(planned.map(({ payload }) => payload)).toEqual(steps.map(({ payload }) => payload))
  expect(ledger.runnable('north', 5).map((one) => one.sequence)).toEqual([job.sequence, sequence])
})

test('the job writer does not save a job if another job has the same customer or box, even if both come in one call', async () => {
  const { database, writer, make, save, sealing } = openWriter()
  const [customerKey, boxKey] = [sealing.keyedHash('customer'), sealing.keyedHash('box')]
  save({ customerKey })
  const jobs = [
    make({ customerKey }),
    make({ customerKey }, { customer: false, box: true }),
    make({ boxKey }),
    make({ boxKey }),
    make({ boxKey }, { customer: true, box: false }),
  ]

  expect(await writer.write('north', jobs)).toEqual(['left', 'saved', 'saved', 'left', 'saved'])
  expect(database.prepare('SELECT count(*) AS count FROM job').get()).toEqual({ count: 4 })
})

test('the job writer leaves a draft that is a job already, because only the main thread can compare them', async () => {
  const { writer, make, save } = openWriter()
  save({ draftId: 'draft' })

  expect(await writer.write('north', [make({ draftId: 'draft' }), make()])).toEqual(['left', 'saved'])
})

test('the job writer announces a commit only if it has saved a job', async () => {
  const { database, writer, make } = openWriter()
  let told = 0
  onCommit(database, () => (told += 1))

  await writer.write('north', [make({ draftId: 'draft' })])
  await writer.write('north', [make({ draftId: 'draft' })])
  expect(told).toBe(1)
})

test('the job writer counts, for each connection, the jobs that are being written', async () => {
  const { writer, make } = openWriter()
  const writing = [writer.write('north', [make(), make()]), writer.write('south', [make()])]

  expect([writer.writing('north'), writer.writing('south')]).toEqual([2, 1])
  await Promise.all(writing)
  expect([writer.writing('north'), writer.writing('south')]).toEqual([0, 0])
})

test('the job writer finishes its work before it stops, and saves no later jobs', async () => {
  const { writer, make, load } = openWriter()
  const writing = writer.write('north', [make({ id: 'last' })])
  await writer.stop()

  expect(await writing).toEqual(['saved'])
  expect(load('last').job.state).toBe('saved')
  expect(await writer.write('north', [make()])).toEqual(['left'])
})

test('the job writer ends its thread when it has been idle, and starts a new thread for later work', async () => {
  const { writer, make, clock, ends } = openWriter()
  expect(writer.isOpen()).toBe(false)
  await writer.write('north', [make()])
  expect([clock.waiting(), writer.isOpen()]).toEqual([1, true])

  await clock.pass(1000)
  expect(clock.waiting()).toBe(0)
  // While the first thread ends, the caller saves the job itself.
  const [outcome] = await writer.write('north', [make()])
  expect(outcome).toBe('left')
  expect(ends).toEqual([false])
  expect(await writer.write('north', [make()])).toEqual(['saved'])
})

test('the job writer saves none of the jobs of one call if one of them cannot be written', async () => {
  const { database, writer, make } = openWriter()
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON step WHEN new.operation = 'GetCustomer'
    BEGIN SELECT raise(ABORT, 'no room'); END`)
  const broken = make()
  const [step] = broken.job.steps
  if (step === undefined) throw new Error('no step')
  const job = { ...broken.job, steps: [{ ...step, operation: 'GetCustomer' }] }

  expect(await writer.write('north', [make(), { ...broken, job }])).toEqual(['left', 'left'])
  expect(database.prepare('SELECT count(*) AS count FROM job').get()).toEqual({ count: 0 })
  expect(await writer.write('north', [make()])).toEqual(['saved'])
})

test('the job writer reports a job as not saved if its thread fails, and can save the job later', async () => {
  const { database, writer, make } = openWriter()
  const job = make()
  database.exec('ALTER TABLE step RENAME TO gone')

  expect(await writer.write('north', [job])).toEqual(['left'])
  database.exec('ALTER TABLE gone RENAME TO step')
  expect(await writer.write('north', [job])).toEqual(['saved'])
})

test('the job writer moves the write-ahead log into the file', async () => {
  const { database, writer, make } = openWriter()
  await writer.write('north', [make(), make()])
  writer.checkpoint()
  await writer.stop()

  const state = database.prepare('PRAGMA wal_checkpoint(NOOP)').get()
  expect(state?.['log']).toBe(state?.['checkpointed'])
})
