import { answerApart } from '../../storage/answer-apart.ts'
import { checkIntegrity, openToRead, useOnce } from '../../storage/database.ts'

// This file does not also check the records. The code for that check would double the time to start this process.

answerApart((path: string) => {
  try {
    return useOnce(openToRead(path), checkIntegrity)
  } catch {
    // SQLite could not even read the file.
    return false
  }
})
