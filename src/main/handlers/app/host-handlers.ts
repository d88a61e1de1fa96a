import { messageLink } from '../../../shared/domain/handout/handout.ts'
import { errorName, succeed } from '../../../shared/result.ts'
import type { Handlers, OpenedFile } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { problem } from '../session/problem.ts'
import { done } from '../session/session.ts'

type HostChannel = 'clipboard.write' | 'handout.share' | 'page.save-pdf' | 'app.restart'

/** What only the window can do for the page. In a browser the page does it itself, or it cannot be done. */
export const createHostHandlers = (ports: Ports): Pick<Handlers, HostChannel> => ({
  'clipboard.write': async ({ text }) => {
    if (ports.clipboard === undefined) return problem('not-allowed', 'The page writes to the clipboard itself here')
    await ports.clipboard.write(text)
    return done
  },
  'handout.share': async (message) => {
    if (ports.openMessage === undefined) return problem('not-allowed', 'The page opens the message itself here')
    try {
      await ports.openMessage(messageLink(message))
      return done
    } catch (error) {
      ports.log.problem('message', { kind: errorName(error) })
      return problem('no-program', 'The system opened no program for this message')
    }
  },
  'page.save-pdf': async ({ name }) => {
    if (ports.savePdf === undefined) return problem('not-allowed', "The browser's print dialog saves it here")
    try {
      return succeed({ isSaved: await ports.savePdf(name) })
    } catch (error) {
      ports.log.problem('save-pdf', { kind: errorName(error) })
      return problem('file-not-written', 'The file could not be written')
    }
  },
  'app.restart': async () => {
    if (ports.restart === undefined) return problem('not-allowed', 'This host cannot start itself again')
    ports.restart()
    return done
  },
})

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
