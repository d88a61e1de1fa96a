import { writeFile } from 'node:fs/promises'
import type { BrowserWindow, Dialog } from 'electron'

/**
 * Prints the window's page to a PDF file that the user chooses. False if the user cancels; rejects if the file cannot be
 * written.
 */
export async function savePdf(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showSaveDialog'>,
  name: string,
): Promise<boolean> {
  const bytes = await window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true })
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: `${name}.pdf`,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return false
  await writeFile(filePath, bytes, { mode: 0o600 })
  return true
}
