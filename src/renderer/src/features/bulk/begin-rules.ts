import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { listColumnsOf } from './list/columns-of.ts'
import type { OpenedList } from './list/list-reader.ts'
import type { RowRules } from './list/read-row.ts'

/** How a list that was just opened is read: its columns by their names, and the connection's default hostname for every row without one. */
export function beginRules(
  rules: RowRules,
  list: Extract<OpenedList, { ok: true }>,
  connection: Pick<Connection, 'hostnames'> | undefined,
): RowRules {
  const [hostname] = connection?.hostnames ?? []
  const { hostname: said = '' } = rules.common
  const common = said === '' && hostname !== undefined ? { ...rules.common, hostname } : rules.common
  return { ...rules, common, columns: listColumnsOf(list, rules.kind) }
}
