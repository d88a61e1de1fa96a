import { paths, type ScreenName } from '../../routes.ts'

/** The screen that a path belongs to. */
export function screenOf(path: string): ScreenName {
  const [, first] = path.split('/')
  if (`/${first ?? ''}` === paths.activate) return 'activate'
  if (`/${first ?? ''}` === paths.customers) return 'customers'
  if (`/${first ?? ''}` === paths.hostnames) return 'hostnames'
  if (`/${first ?? ''}` === paths.bulk) return 'bulk'
  if (`/${first ?? ''}` === paths.queue) return 'queue'
  if (`/${first ?? ''}` === paths.activity) return 'activity'
  if (`/${first ?? ''}` === paths.settings) return 'settings'
  if (`/${first ?? ''}` === paths.console) return 'console'
  return 'home'
}

/** The path that Esc opens: one level up, finally home; undefined on the home screen. */
export function parentOf(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  if (parts.length === 0) return undefined
  if (parts.length > 1 && `/${parts[0] ?? ''}` === paths.customers) return paths.customers
  if (parts.length > 1 && `/${parts[0] ?? ''}` === paths.console) return paths.console
  if (parts.length <= 2) return paths.home
  return `/${parts.slice(0, -1).join('/')}`
}
