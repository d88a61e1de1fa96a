import type { KeyObject } from 'node:crypto'
import { policyFieldNames, policyFields, policyTextSchema, type SignedPolicy } from '../../src/shared/domain/policy.ts'
import { signText } from './sign-text.ts'

/** Signs the text of a policy unchanged. Throws if the text is not JSON, or `field: reason` if Setdesk would not accept the policy. */
export function signPolicy(text: string, key: KeyObject): SignedPolicy & { readonly fingerprint: string } {
  const checked = policyTextSchema.safeParse(JSON.parse(text))
  if (!checked.success)
    throw new Error(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  return { text, ...signText('policy', text, key) }
}

const [begin, end] = ['<!-- fields -->', '<!-- end of fields -->']

const sayValue = (value: unknown): string => `\`${JSON.stringify(value)}\``

/** Returns the page about the policy with a new table of fields, made from `policyFields`. */
export function writePolicyFields(page: string): string {
  const rows = policyFieldNames.map((name) => {
    const { meaning, open, strict } = policyFields[name]
    return `| \`${name}\` | ${meaning} | ${sayValue(open)} | ${sayValue(strict)} |`
  })
  const table = ['| field | meaning | if left out | strictest |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const [before, rest] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))]
  return `${before}${begin}\n\n${table}\n\n${rest}`
}
