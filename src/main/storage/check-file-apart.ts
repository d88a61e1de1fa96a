import { answerApart } from './answer-apart.ts'
import { checkIntegrity, openToRead, useOnce } from './database.ts'

/** Whether SQLite finds the file at `path` sound. */
answerApart((path: string) => {
  try {
    return useOnce(openToRead(path), checkIntegrity)
  } catch {
    // SQLite could not even read the file.
    return false
  }
})
