/** A technician's name as it is compared. */
export const foldName = (text: string): string => text.trim().normalize('NFC').toLowerCase()
