import { chmodSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { renameFile, syncFile } from '../storage/files.ts'
import { keptFolder, type Trial } from '../updates/update-record.ts'
import { hashFile } from './fetch-file.ts'

interface Programs {
  readonly dataFolder: string
  readonly version: string
  /** The file of the running AppImage. Undefined if an installer installs new versions. */
  readonly appImage: string | undefined
}

/**
 * Stores what is needed to go back to an earlier version. An AppImage is stored itself, by a link that takes no extra room on the same
 * disk. On other systems, the new version's installer is stored. A later update needs that installer to go back to the new version. The
 * result names what can restore the running version: the AppImage, or this version's own installer if an earlier update stored it.
 */
export async function keepFormer(
  { dataFolder, version, appImage }: Programs,
  next: { readonly version: string; readonly installer: string },
): Promise<Pick<Trial, 'kept' | 'place'>> {
  const folder = join(dataFolder, keptFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (appImage !== undefined) {
    const name = `former-${version}.AppImage`
    linkOrCopy(appImage, join(folder, name))
    return { kept: { name, sha512: await hashFile(join(folder, name)) }, place: appImage }
  }
  const kind = extname(next.installer)
  linkOrCopy(next.installer, join(folder, `installer-${next.version}${kind}`))
  const name = `installer-${version}${kind}`
  if (!existsSync(join(folder, name))) return {}
  return { kept: { name, sha512: await hashFile(join(folder, name)) } }
}

function linkOrCopy(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

/** The path of the former program or installer that was stored for this trial. Undefined if the file is missing or was changed. */
export async function findKept(dataFolder: string, { kept }: Trial): Promise<string | undefined> {
  if (kept === undefined) return undefined
  const path = join(dataFolder, keptFolder, kept.name)
  try {
    return (await hashFile(path)) === kept.sha512 ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * Puts the former AppImage back in one step. If the failed AppImage has another name, it is removed. Returns the path of the former
 * AppImage. Undefined if there is no AppImage to put back.
 */
export async function putBack(
  { dataFolder, appImage }: Omit<Programs, 'version'>,
  trial: Trial,
): Promise<string | undefined> {
  const { place } = trial
  const kept = await findKept(dataFolder, trial)
  if (kept === undefined || place === undefined || appImage === undefined) return undefined
  const fresh = `${place}.former`
  copyFileSync(kept, fresh, constants.COPYFILE_FICLONE)
  chmodSync(fresh, 0o755)
  syncFile(fresh)
  renameFile(fresh, place)
  if (appImage !== place) rmSync(appImage, { force: true })
  return place
}
