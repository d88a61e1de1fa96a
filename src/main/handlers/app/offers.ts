import { succeed } from '../../../shared/result.ts'
import type { Handlers, OpenedFile } from '../../app.ts'
import { problem } from '../session/problem.ts'
import { done } from '../session/session.ts'

/** What was opened with Setdesk: the box of a link, and the operator's file. The page offers each of them until the user has decided. */
export function createOffers(onChange: () => void) {
  let linkedBox: string | undefined
  let openedFile: OpenedFile | undefined
  const handlers: Pick<Handlers, 'app.forget-link' | 'app.opened-file' | 'app.forget-file'> = {
    'app.forget-link': async ({ box }) => {
      // A newer link may have arrived since the page showed this box. The box of the newer link must stay.
      if (linkedBox === box) linkedBox = undefined
      onChange()
      return done
    },
    'app.opened-file': async () =>
      openedFile === undefined ? problem('not-found', 'No file was opened with Setdesk') : succeed(openedFile),
    'app.forget-file': async ({ name }) => {
      // A newer file may have been opened since the page showed this file. The newer file must stay.
      if (openedFile?.name === name) openedFile = undefined
      onChange()
      return done
    },
  }
  return {
    handlers,
    linkedBox: () => linkedBox,
    openedFile: () => openedFile,
    offerBox: (box: string): void => {
      linkedBox = box
      onChange()
    },
    offerFile: (file: OpenedFile): void => {
      openedFile = file
      onChange()
    },
  }
}
