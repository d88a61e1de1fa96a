import type { Session } from 'electron'

/** The app offers no downloads. This rule cancels any that starts anyway. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}
