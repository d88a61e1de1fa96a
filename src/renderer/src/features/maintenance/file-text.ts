/** Waits for the content of a file. Undefined if the file cannot be read, for example because it was moved after it was chosen. */
export const readIfPossible = <Content>(reading: Promise<Content>): Promise<Content | undefined> =>
  reading.catch(() => undefined)

export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  // Converts the bytes in pieces, because a call takes only a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 32_768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)))
  return btoa(parts.join(''))
}

export const readBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)

/** Lets the browser download a file. */
export function offerFile(parts: readonly BlobPart[], name: string, type = 'application/octet-stream'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
