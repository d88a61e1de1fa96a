import { describe, expect, test } from 'vitest'
import { hidePasswords, redacted } from '../../../src/platform/redact.ts'
import { saidWithoutSecret, saidWithSecret, secrets } from './secret-sentences.ts'

/** Places for a sentence in an answer. */
const shapes: readonly ((sentence: string) => string)[] = [
  (sentence) => sentence,
  (sentence) => `${sentence}\n4820913775 is active`,
  (sentence) => JSON.stringify({ message: sentence, code: '12345' }),
  (sentence) => JSON.stringify({ inner: JSON.stringify({ message: sentence }) }),
  (sentence) => `<result code="12345">${sentence}</result>`,
]

describe('a sentence about a password', () => {
  test.each(saidWithoutSecret)('stays unchanged if it contains none: %s', (sentence) => {
    for (const shape of shapes) expect(hidePasswords(shape(sentence))).toBe(shape(sentence))
  })

  test.each(saidWithSecret)('has its password masked: %s', (sentence) => {
    for (const shape of shapes)
      for (const secret of secrets.filter((one) => hasSign(sentence) || /\d/.test(one)))
        expect(hidePasswords(shape(sentence.replace('•', secret)))).toBe(shape(sentence.replace('•', redacted)))
  })
})

/** Whether a sign or a word tells that a secret follows. Without it, only a word with a digit counts. */
const hasSign = (sentence: string): boolean =>
  !/(?:password|PIN|number|n[or]\.|#|code|пароль|код|密码|<d[dt].*>|<td.*>)\s*•/iu.test(sentence)
