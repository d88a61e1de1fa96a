import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { ErasureReport } from '../../../../shared/domain/maintenance.ts'
import { t } from '../../locale.ts'
import { formatExactly } from '../../ui/format-time.ts'
import { offerFile, readBase64 } from './file-text.ts'

/** Saves a text as a file: in the folder of exported files, or as a download of the browser. Gives the sentence that says where. */
export async function saveText(bridge: Bridge, name: string, text: string): Promise<Reply<string>> {
  const reply = await bridge.call('maintenance.save-text', { name, text })
  if (!reply.ok) return reply
  const { folder } = reply.value
  if (folder !== undefined) return { ok: true, value: t('maintenance.saved.where', { name, folder }) }
  offerFile(await readBase64(new Blob([text])), name)
  return { ok: true, value: t('maintenance.saved.downloaded', { name }) }
}

/** The report of an erasure as a text file: its name and its text. */
export function writeReport(report: ErasureReport): { readonly name: string; readonly text: string } {
  const { of, name = '', at, by, jobs, files, failed, left } = report
  const stamp = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const lines = [
    of === 'everything' ? t('maintenance.report.everything') : t('maintenance.report.connection', { name }),
    t('maintenance.report.when', { when: `${formatExactly(at)} (${new Date(at).toISOString()})` }),
    t('maintenance.report.by', { by: by || t('activity.nobody') }),
    t('maintenance.report.jobs', { count: jobs }),
    t('maintenance.report.files', { count: files.length }),
    ...files.map((path) => `  ${path}`),
    t('maintenance.report.failed', { count: failed.length }),
    ...failed.map(({ path, code }) => `  ${path} (${code})`),
    t('maintenance.report.left', { count: left.length }),
    ...left.map((path) => `  ${path}`),
  ]
  return { name: `erasure-${stamp}.txt`, text: `${lines.join('\n')}\n` }
}
