import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { noticeSchema, type MaintenanceNotice } from '../../shared/domain/maintenance.ts'
import { readFact, removeFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'

const noticesSchema = z.array(noticeSchema)
const most = 10
const mostPast = 200

/** What happened to this file as a whole and a person has not yet been told; oldest first. */
export const readNotices = (database: DatabaseSync): readonly MaintenanceNotice[] => readList(database, 'notices')

/** The same, whether a person has been told or not; oldest first. */
export const readPastNotices = (database: DatabaseSync): readonly MaintenanceNotice[] =>
  readList(database, 'past-notices')

const readList = (database: DatabaseSync, name: string): readonly MaintenanceNotice[] =>
  readJson(readFact(database, name), noticesSchema) ?? []

export function addNotice(database: DatabaseSync, notice: MaintenanceNotice): void {
  setFact(database, 'notices', JSON.stringify([...readNotices(database), notice].slice(-most)))
  setFact(database, 'past-notices', JSON.stringify([...readPastNotices(database), notice].slice(-mostPast)))
}

export const clearNotices = (database: DatabaseSync): void => removeFact(database, 'notices')
