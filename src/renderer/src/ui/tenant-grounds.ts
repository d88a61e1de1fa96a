import type { TenantColour } from '../../../shared/domain/connection/connection.ts'

/** The ground of each tenant's block; white text can be read on all of them. */
export const tenantGrounds: Readonly<Record<TenantColour, string>> = {
  plum: 'bg-tenant-plum',
  blue: 'bg-tenant-blue',
  teal: 'bg-tenant-teal',
  olive: 'bg-tenant-olive',
  amber: 'bg-tenant-amber',
  brick: 'bg-tenant-brick',
  rose: 'bg-tenant-rose',
  slate: 'bg-tenant-slate',
}
