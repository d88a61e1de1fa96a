import { EventEmitter } from 'node:events'

// Loaded before the file of a utility process, which Electron gives a port to its parent.
const send = process.send?.bind(process)
delete process.send
const parentPort = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) })
// As a port does, it keeps what comes until somebody listens.
parentPort.once('newListener', (event) => {
  if (event !== 'message') return
  process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
})
Object.assign(process, { parentPort })
