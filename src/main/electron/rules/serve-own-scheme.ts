import { readFile } from 'node:fs/promises'
import type { Protocol } from 'electron'
import { securityHeaders } from '../../host/content-security-policy.ts'
import { listServedFiles } from '../../host/served-files.ts'
import { isOwnUrl, ownScheme } from '../own-page.ts'

/** Serves only the renderer's files under the app's own scheme. */
export function serveOwnScheme(protocol: Pick<Protocol, 'handle'>, rendererFolder: string): void {
  const files = listServedFiles(rendererFolder)
  protocol.handle(ownScheme, async (request) => {
    const url = URL.parse(request.url)
    const file = isOwnUrl(request.url) && request.method === 'GET' ? files.get(url?.pathname ?? '') : undefined
    if (file === undefined) return new Response(null, { status: 404, headers: securityHeaders })
    const headers = { ...securityHeaders, 'content-type': file.type, 'cache-control': 'no-store' }
    return new Response(await readFile(file.path), { headers })
  })
}
