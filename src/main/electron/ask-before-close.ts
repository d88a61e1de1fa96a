import type { BrowserWindow, Dialog } from 'electron'
import { hostTexts, sayUnsent } from '../host/say.ts'

/** Warns about unsent work before the window closes. The work stays saved in either case. Shows one question at a time. */
export function askBeforeClose(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBox'>,
  unsent: () => number,
): void {
  let asking = false
  let agreed = false

  const ask = async (count: number) => {
    const texts = hostTexts.close
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      title: hostTexts.title,
      message: sayUnsent(count),
      detail: texts.detail,
      buttons: [texts.stay, texts.close],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    asking = false
    agreed = response === 1
    if (agreed) window.close()
  }

  window.on('close', (event) => {
    const count = unsent()
    if (agreed || count === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    void ask(count)
  })
}
