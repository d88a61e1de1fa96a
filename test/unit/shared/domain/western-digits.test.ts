import { expect, test } from 'vitest'
import { westernDigits } from '../../../../src/shared/domain/language.ts'

test('the digits of Arabic and Persian keyboards become 0 to 9, and other characters stay', () => {
  expect(westernDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(westernDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(westernDigits('24a٦ب')).toBe('24a6ب')
})
