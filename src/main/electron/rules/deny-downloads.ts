import type { Session } from 'electron'

/** Nothing in the app downloads: what begins one anyway ends here. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}
