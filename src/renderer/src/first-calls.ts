import { languageFor } from '../../shared/domain/language.ts'
import { findBridge } from './bridge/find-bridge.ts'
import { speak } from './locale.ts'
import { createSnapshotStore } from './state/snapshot-store.ts'

// The page's script imports this first. So the host answers and the words are fetched while the rest of the script is evaluated.

export const bridge = findBridge(window)
export const snapshots = createSnapshotStore(bridge)
snapshots.follow()

/** The words of the system's language, until the preferences are known. */
export const firstWords = speak(languageFor('system', navigator.languages), navigator.languages)
