import { answerApart } from '../../storage/answer-apart.ts'
import { checkIntegrity, openToRead, useOnce } from '../../storage/database.ts'

// This file does not check the records too, because the code for that would double the time to start the process.

/** Whether SQLite finds the file at `path` sound. */
answerApart((path: string) => {
  try {
    return useOnce(openToRead(path), checkIntegrity)
  } catch {
    // SQLite could not even read the file.
    return false
  }
})
