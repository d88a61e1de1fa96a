import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operation, operations } from '../../../src/platform/catalogue/catalogue.ts'
import { writeInterfacePage } from '../../../scripts/lib/interface-page.ts'

const page = writeInterfacePage(operations)
const partOf = (id: string) => page.split(`\n### ${id}\n`)[1]?.split(/\n##/)[0] ?? ''

describe('the interface page', () => {
  it('equals docs/interface.md, which npm run docs writes', () => {
    expect(readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8')).toBe(page)
  })

  it('has a heading and a table line for each operation', () => {
    for (const { id, method, path } of operations) {
      expect(partOf(id)).not.toBe('')
      expect(page).toContain(`| \`${id}\` | ${method} | \`${path}\` |`)
    }
  })

  it('lists shared parameters once per section, and the others with each call', () => {
    expect(page.match(/\| `firstname` \| required/g)).toHaveLength(1)
    expect(partOf('addCustomerResellerWithDevice')).toContain('| `uuid` | required |')
    expect(partOf('addCustomerResellerWithDevice')).toContain('| `reellerid` | optional |')
    expect(partOf('addCustomer')).not.toContain('uuid')
  })

  it('shows which parameters the interface document does not mark, and which are sent outside the query', () => {
    expect(partOf('AddMacAddressForUser')).toContain('| `model` | not shown | string | query |')
    expect(partOf('GetCustomerStatusByIds')).toContain('| `user_ids` | required | string[] | JSON body |')
    expect(partOf('devices')).toContain('| query or body |')
  })

  it('says how each change is read back', () => {
    for (const { operation: id, decides } of operation('addCustomerWithDevice').readBack)
      expect(partOf('addCustomerWithDevice')).toContain(`- \`${id}\`: ${decides}`)
    expect(partOf('getCustomers')).not.toContain('Read back')
  })

  it('explains every rule that it links to', () => {
    const named = [...page.matchAll(/\[([a-z-]+)\]\(#rules\)/g)].map((match) => match[1])
    for (const rule of new Set(named)) expect(page).toContain(`\n| ${rule} | `)
  })
})
