import { messageLink } from '../../../shared/domain/handout/handout.ts'
import { errorName, succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
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
