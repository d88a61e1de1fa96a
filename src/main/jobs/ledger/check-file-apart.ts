import { answerApart } from '../../storage/answer-apart.ts'
import { checkIntegrity, openToRead, useOnce } from '../../storage/database.ts'

// A process separate from the check of the records, because that code would double the time to start.

/** Whether SQLite finds the file at `path` sound. */
answerApart((path: string) => {
  try {
    return useOnce(openToRead(path), checkIntegrity)
  } catch {
    // SQLite could not even read the file.
    return false
  }
})
