/** The screens that collect a scan batch before its boxes become jobs. */
export const scanBatchPlaces = ['bulk', 'hostnames'] as const
export type ScanBatchPlace = (typeof scanBatchPlaces)[number]

/** Most characters of a stored scan batch; enough for forty thousand boxes. */
export const longestScanBatch = 1_000_000
