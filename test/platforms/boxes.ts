import type { MacForm } from './description.ts'

/** A MAC address as `AA:BB:CC:DD:EE:FF`, a serial number in capitals, or null for any other text. */
export function readBox(text: string): string | null {
  const digits = text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (/^[0-9A-F]{12}$/.test(digits)) return (digits.match(/../g) ?? []).join(':')
  return /^[A-Z0-9]{6,32}$/.test(digits) ? digits : null
}

/** Whether a box in canonical form is a MAC address. */
export function isMac(box: string): boolean {
  return /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(box)
}

/** A box in the platform's notation; serial numbers are written unchanged. */
export function writeBox(box: string, form: MacForm): string {
  if (!isMac(box)) return box
  const bare = box.replaceAll(':', '')
  const groups = bare.match(/.{4}/g) ?? []
  switch (form) {
    case 'AA:BB':
      return box
    case 'aa:bb':
      return box.toLowerCase()
    case 'AA-BB':
      return box.replaceAll(':', '-')
    case 'aa-bb':
      return box.replaceAll(':', '-').toLowerCase()
    case 'AABB':
      return bare
    case 'aabb':
      return bare.toLowerCase()
    case 'aabb.ccdd':
      return groups.join('.').toLowerCase()
  }
}
