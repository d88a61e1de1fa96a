import { createInterface } from 'node:readline/promises'

/**
 * Asks on the terminal whether to open the browser host, which has its own queue. Any answer but `b` or `browser` means stop.
 * @param {string} folder the data folder of the browser host
 * @param {{ input: NodeJS.ReadableStream, output: NodeJS.WritableStream }} streams
 * @returns {Promise<'browser' | 'stop'>}
 */
export async function askForHost(folder, { input, output }) {
  const lines = createInterface({ input, output })
  // At the end of the input and at Ctrl+C, `question` never resolves.
  const ended = new Promise((resolve) => lines.once('close', () => resolve('')))
  const question = `[b] open the browser host with its other queue, in ${folder}   [s] stop (Enter stops): `
  const answer = await Promise.race([lines.question(question), ended])
  lines.close()
  return ['b', 'browser'].includes(String(answer).trim().toLowerCase()) ? 'browser' : 'stop'
}
