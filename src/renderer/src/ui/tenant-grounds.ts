import type { TenantColour } from '../../../shared/domain/connection/connection.ts'

/** The background of each tenant colour. White text is readable on all of them. */
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
