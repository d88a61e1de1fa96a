import { languageFor } from '../../shared/domain/language.ts'
import { findBridge } from './bridge/find-bridge.ts'
import { speak } from './locale.ts'
import { createSnapshotStore } from './state/snapshot-store.ts'

// The page's script imports this file first. So the first calls run, and the texts are fetched, while the rest of the script is evaluated.

export const bridge = findBridge(window)
export const snapshots = createSnapshotStore(bridge)
snapshots.follow()

/** The texts in the system's language, used until the preferences are known. */
export const firstWords = speak(languageFor('system', navigator.languages), navigator.languages)
