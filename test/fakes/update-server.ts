import type { SeenRequest } from './http-server.ts'
import { startHttpServer } from './http-server.ts'

/** A server with the files of a publisher, by their names. Tests change the map while it runs. */
export async function startUpdateServer(files: Map<string, string | Uint8Array>): Promise<{
  readonly url: string
  readonly seen: readonly SeenRequest[]
  /** Lets every later answer wait for this. */
  readonly holdUntil: (held: Promise<void>) => void
}> {
  let held = Promise.resolve()
  const server = await startHttpServer(async (response, { url }) => {
    await held
    const file = files.get(decodeURIComponent(url.slice(1)))
    if (file === undefined) response.writeHead(404).end('<html>not here</html>')
    else response.writeHead(200, { 'content-length': String(Buffer.byteLength(file)) }).end(file)
  })
  return { ...server, holdUntil: (until) => void (held = until) }
}
