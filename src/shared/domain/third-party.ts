import { z } from 'zod'

/** The name of a file beside the page. The file lists other authors' software in Setdesk, with the licences. The build writes this file. */
export const thirdPartyFile = 'third-party.json'

const partSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** An SPDX expression, such as `MIT`. */
  licence: z.string(),
  /** The bundles of the build that contain code of this part. */
  bundles: z.array(z.enum(['main', 'preload', 'renderer'])).readonly(),
  /** The package that contains this part, if it is not a package itself. */
  inside: z.string().optional(),
  text: z.int().nonnegative(),
})

/** The content of `third-party.json`. A licence text that several parts share is stored once. */
export const thirdPartySchema = z.object({
  texts: z.array(z.string()).readonly(),
  parts: z.array(partSchema).readonly(),
})
export type ThirdParty = z.infer<typeof thirdPartySchema>

/** Fetches `third-party.json` from the page's own files. Throws if the file is missing or invalid. */
export async function fetchThirdParty(): Promise<ThirdParty> {
  const answer = await fetch(`./${thirdPartyFile}`)
  if (!answer.ok) throw new Error('The list of licences is not there.')
  return thirdPartySchema.parse(await answer.json())
}
