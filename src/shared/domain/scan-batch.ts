/** The screens that collect scanned boxes before they become jobs. */
export const scanBatchPlaces = ['bulk', 'hostnames'] as const
export type ScanBatchPlace = (typeof scanBatchPlaces)[number]

/** The most characters of a stored scan batch, enough for forty thousand boxes. */
export const longestScanBatch = 1_000_000
