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

/** Classes that set the tenant's colour as a CSS property. The style of a ticket reads the property for its top edge. */
export const tenantEdges: Readonly<Record<TenantColour, string>> = {
  plum: '[--tenant:var(--tenant-plum)]',
  blue: '[--tenant:var(--tenant-blue)]',
  teal: '[--tenant:var(--tenant-teal)]',
  olive: '[--tenant:var(--tenant-olive)]',
  amber: '[--tenant:var(--tenant-amber)]',
  brick: '[--tenant:var(--tenant-brick)]',
  rose: '[--tenant:var(--tenant-rose)]',
  slate: '[--tenant:var(--tenant-slate)]',
}
