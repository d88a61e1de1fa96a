import { answerApart } from '../../storage/answer-apart.ts'
import { checkIntegrity, openToRead, useOnce } from '../../storage/database.ts'

// Apart from the check of the records, whose code would double the time until this process begins.

/** Whether SQLite finds the file at `path` sound. */
answerApart((path: string) => {
  try {
    return useOnce(openToRead(path), checkIntegrity)
  } catch {
    // SQLite could not even read the file.
    return false
  }
})
