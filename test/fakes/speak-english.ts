import { allWords, speak } from '../../src/renderer/src/locale.ts'

await speak('en', ['en-GB'])
await allWords()
