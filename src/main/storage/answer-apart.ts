/**
 * Runs in a separate process: waits for its only task and sends back the result of `carryOut`. The parent process then ends this process.
 * If the parent process is gone, or if `carryOut` fails, this process ends by itself.
 */
export function answerApart(carryOut: (task: never) => unknown): void {
  // Ctrl+C ends the parent process, which then ends this process. If this process ended first, the parent would do the task itself.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const answer = async (task: unknown, send: (answer: unknown) => void): Promise<void> => {
    try {
      send(await carryOut(task as never))
    } catch {
      // Electron and Node treat an unhandled rejection differently, so this process ends explicitly.
      process.exit(1)
    }
  }
  // Electron's utility process has a port in place of Node's IPC channel.
  const { parentPort } = process as { readonly parentPort?: NodeJS.Process['parentPort'] }
  if (parentPort !== undefined) {
    parentPort.once('message', ({ data }) => void answer(data, (answered) => parentPort.postMessage(answered)))
    return
  }
  process.once('disconnect', () => process.exit())
  process.once('message', (task) => void answer(task, (answered) => process.send?.(answered)))
}
