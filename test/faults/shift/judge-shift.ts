import type { FileSizes } from './measure-files.ts'
import type { HourFigures } from './play-hour.ts'

/**
 * Memory at the end, as a multiple of that after the first hour. Home and the queue hold the 200 newest jobs: where the first
 * hour has fewer, the page still grows to that, and the code of both still warms up.
 */
const mostMemory = { full: 1.1, short: 1.3 }
const fullHour = 200
/** The most bytes of the database for a finished job, with its readings and all its audit events. */
const mostBytesOfAJob = 8000
/** SQLite begins the write-ahead log anew after 16,000 pages of 4 KiB with a head of 24 bytes; one transaction may go beyond. */
const mostWal = 16_000 * (4096 + 24) + 4 * 1024 * 1024
/** Two files of 1 MB, each with one last line. */
const mostLog = 2 * (1_000_000 + 10_000)
/** The three newest, and the newest of each day; a shift has two at most. */
const mostBackups = 5

/**
 * Finds what must not grow but has grown, one finding per line. Compares the last hour with the first, and the counts of the last quarter with
 * those of the first.
 */
export function judgeHours(hours: readonly HourFigures[]): readonly string[] {
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined || hours.length < 2) return ['fewer than two hours were counted']
  const wrong: string[] = []
  const mostGrowth = first.jobs < fullHour ? mostMemory.short : mostMemory.full
  for (const [name, of] of memories) {
    const ratio = of(last) / of(first)
    // Not a number either: nothing was measured.
    if (!(ratio <= mostGrowth))
      wrong.push(`${name} grew to ${ratio.toFixed(2)}: ${hours.map((hour) => inMb(of(hour))).join(', ')} MB`)
  }
  for (const [name, of] of countsOf(hours)) {
    const all = hours.map((hour) => of(hour))
    const quarter = Math.ceil(hours.length / 4)
    // Something that is open for a moment goes away again. Only something that stays can grow.
    if (Math.min(...all.slice(-quarter)) > Math.max(...all.slice(0, quarter)))
      wrong.push(`${name} grew: ${all.join(', ')}`)
  }
  return [...wrong, ...judgeFiles(hours, first, last)]
}

function judgeFiles(hours: readonly HourFigures[], first: HourFigures, last: HourFigures): readonly string[] {
  const wrong: string[] = []
  const perJob = bytesOfAJob(first, last)
  if (perJob > mostBytesOfAJob) wrong.push(`the database grew by ${Math.round(perJob)} bytes for each job`)
  const most = (of: (sizes: FileSizes) => number): number => Math.max(...hours.map(({ files }) => of(files)))
  const bounds = [
    ['write-ahead log', most(({ wal }) => wal), mostWal],
    ['log', most(({ log }) => log), mostLog],
    ['backups', most(({ backupCount }) => backupCount), mostBackups],
    ['backups, bytes', most(({ backups }) => backups), mostBackups * last.files.database],
  ] as const
  for (const [name, size, bound] of bounds) if (size > bound) wrong.push(`${name}: ${size}, more than ${bound}`)
  return wrong
}

const bytesOfAJob = (first: HourFigures, last: HourFigures): number =>
  (last.files.database - first.files.database) / Math.max(1, last.jobs - first.jobs)

const memories: readonly (readonly [name: string, of: (hour: HourFigures) => number])[] = [
  ['the heap of the main process', ({ host }) => host.heap],
  ['the resident memory of the main process', ({ host }) => host.resident],
  ['the heap of the page', ({ page }) => page.heap],
]

/** The counts that must not grow by even one. */
function countsOf(hours: readonly HourFigures[]): readonly (readonly [string, (hour: HourFigures) => number])[] {
  const kinds = new Set(hours.flatMap(({ host }) => Object.keys(host.handles)))
  const names = new Set(hours.flatMap(({ host }) => Object.keys(host.open)))
  return [
    ...[...kinds].map((kind) => [`handles of ${kind}`, ({ host }: HourFigures) => host.handles[kind] ?? 0] as const),
    ...[...names].map((name) => [`open ${name}`, ({ host }: HourFigures) => host.open[name] ?? 0] as const),
    ['threads', ({ host }) => host.threads ?? 0],
    ['timers', ({ host }) => host.timers],
    ['listeners of the main process', ({ host }) => host.listeners],
    ['documents of the page', ({ page }) => page.documents],
    ['listeners of the page', ({ page }) => page.listeners],
    ['loose nodes of the page', ({ page }) => page.looseNodes],
    ['workers of the page', ({ page }) => page.workers],
  ]
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0)

const inMb = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

/** One line about an hour. */
export function describeHour({ at, jobs, host, page, files }: HourFigures): string {
  const handles = Object.entries(host.handles).map(([kind, count]) => `${count} ${kind}`)
  return [
    `after ${(at / 3_600_000).toFixed(1)} h: ${jobs} jobs`,
    `main ${inMb(host.heap)} MB heap, ${inMb(host.resident)} MB resident, ${inMb(host.atWork)} MB at work`,
    `page ${inMb(page.heap)} MB heap, ${page.shownNodes} nodes and ${page.looseNodes} loose, ${page.listeners} listeners, ${page.documents} documents, ${page.workers} workers`,
    `${host.listeners} listeners, ${host.timers} timers, ${sum(host.open)} files, ${host.threads} threads, ${handles.join(', ')}`,
    `database ${inMb(files.database)} MB, its log ${inMb(files.wal)} MB, log ${inMb(files.log)} MB, ${files.backupCount} backups ${inMb(files.backups)} MB`,
  ].join('; ')
}

/** The figures of a shift in one line. */
export function describeShift(hours: readonly HourFigures[]): string {
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined) return 'no hour was counted'
  const ratios = memories.map(([name, of]) => `${name.replace(/^the /, '')} ${(of(last) / of(first)).toFixed(2)}`)
  return `${ratios.join(', ')}; ${Math.round(bytesOfAJob(first, last))} bytes a job, write-ahead log ${inMb(Math.max(...hours.map(({ files }) => files.wal)))} MB, log ${inMb(last.files.log)} MB`
}
