import { createServer } from 'node:http'

// A host with nothing in it, against which a start of Setdesk is compared. Prints its address like Setdesk's.
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end('<!doctype html><title>Empty</title>\n')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null)
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}/` })}\n`)
})
process.once('SIGTERM', () => process.exit(0))
