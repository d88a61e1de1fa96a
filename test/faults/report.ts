import type { KillReport } from './drive-kills.ts'

/** The largest share of jobs that may need the technician. */
const needsYouShare = 0.01

/** The broken parts of the promise, as sentences; none if all was kept. */
export function shortfalls(
  report: KillReport,
  wanted: { readonly kills: number; readonly jobs: number },
): readonly string[] {
  const { killCount, saved, lost, doubled, astray, needsYou, stalls } = report
  return [
    ...(killCount < wanted.kills ? [`only ${killCount} kills of ${wanted.kills} met work`] : []),
    ...(saved < wanted.jobs ? [`only ${saved} jobs of ${wanted.jobs} were saved`] : []),
    ...(stalls > 0 ? [`${stalls} times nothing moved for too long`] : []),
    ...lost.map((line) => `lost: ${line}`),
    ...doubled.map((line) => `doubled: ${line}`),
    ...astray.map((line) => `astray: ${line}`),
    ...(needsYou.length > wanted.jobs * needsYouShare
      ? [`${needsYou.length} jobs need a person: ${needsYou.join(', ')}`]
      : []),
  ]
}

/** The figures as lines. */
export function describeReport(report: KillReport): string {
  return [
    `seed          ${report.seed}`,
    `kills         ${report.killCount} that met work: ${list(report.kills)}`,
    `points        ${report.points.length - report.unstruck.length} of ${report.points.length} named points struck`,
    `stalls        ${report.stalls}; nothing moved for ${report.longestStill.toFixed(1)} s at the longest`,
    `jobs          ${report.saved} saved, ${report.savedAgain} handed in again after a kill`,
    `rest in       ${list(report.states)}`,
    `platform      ${report.changingRequests} changing requests, ${report.faults} requests met a fault`,
    `lost          ${report.lost.length}`,
    `doubled       ${report.doubled.length}`,
    `astray        ${report.astray.length}`,
    `needs a person ${report.needsYou.length}${report.needsYou.length > 0 ? `: ${report.needsYou.join(', ')}` : ''}`,
    `unlucky       ${report.unlucky} more, whose call the platform lost again and again`,
    `took          ${report.seconds.toFixed(1)} s`,
  ].join('\n')
}

const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
