import { expect, test } from 'vitest'
import { messageLink } from '../../../../src/shared/domain/handout/handout.ts'

const subject = 'North TV: log-in & more'
const text = 'User ID: 7&to=eve@evil.example&attach=/etc/passwd?x#y\nPassword: ä 100%'

test('a link for a mail has a subject and a body, and nothing else', () => {
  const link = new URL(messageLink({ by: 'mail', subject, text }))
  expect([link.protocol, link.pathname, link.hash]).toEqual(['mailto:', '', ''])
  expect([...link.searchParams]).toEqual([
    ['subject', subject],
    ['body', text],
  ])
})

test('a link for a text message has a body, and nothing else', () => {
  const link = new URL(messageLink({ by: 'sms', subject, text }))
  expect([link.protocol, link.pathname, link.hash]).toEqual(['sms:', '', ''])
  expect([...link.searchParams]).toEqual([['body', text]])
})
