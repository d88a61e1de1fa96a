import { expect, test } from 'vitest'
import { watchForms } from '../../../../../src/renderer/src/features/frame/watch-forms.ts'

/** A page with a field, as far as the watch sees it. */
function open() {
  const reports: boolean[] = []
  const page = Object.assign(new EventTarget(), { hasDialog: false, querySelector: () => (page.hasDialog ? {} : null) })
  const looks: (() => void)[] = []
  const field = { value: '', isConnected: true, kind: 'text', matches: () => field.kind !== 'checkbox' }
  const end = watchForms(
    page,
    (hasOpenForm) => void reports.push(hasOpenForm),
    (action) => {
      looks.push(action)
      return () => void looks.pop()
    },
  )
  return {
    reports,
    page,
    field,
    end,
    look: () => looks.forEach((look) => look()),
    type: (text: string) => {
      field.value = text
      page.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: field }))
    },
  }
}

test('the form monitor reports at once that no form is open, and reports nothing twice', () => {
  const { reports, look } = open()
  look()
  look()
  expect(reports).toEqual([false])
})

test('the form monitor reports typed text until the text is deleted', () => {
  const { reports, type } = open()
  type('A')
  type('Ad')
  type('')
  expect(reports).toEqual([false, true, false])
})

test('the form monitor reports that a form has left the page', () => {
  const { reports, type, field, look } = open()
  type('Ada')
  look()
  field.isConnected = false
  look()
  expect(reports).toEqual([false, true, false])
})

test('the form monitor reports an open dialog, even one without a field', () => {
  const { reports, page, look } = open()
  page.hasDialog = true
  look()
  page.hasDialog = false
  look()
  expect(reports).toEqual([false, true, false])
})

test('the form monitor ignores a switch, which is saved at once', () => {
  const { reports, type, field } = open()
  field.kind = 'checkbox'
  type('on')
  expect(reports).toEqual([false])
})

test('the form monitor reports nothing after its end', () => {
  const { reports, type, page, look, end } = open()
  end()
  page.hasDialog = true
  type('Ada')
  look()
  expect(reports).toEqual([false])
})
