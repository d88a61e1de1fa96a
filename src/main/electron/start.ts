import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { keepCompiledCode } from '../host/compiled-code.ts'
import { findCodeFolder } from './cache-folder.ts'

// The entry of the built app. The main process is one file beside it, loaded when its compiled code can be found.
const folder = findCodeFolder({
  isPackaged: app.isPackaged,
  checkout: join(import.meta.dirname, '..', '..', '.cache', 'code'),
  platform: process.platform,
  env: process.env,
  home: homedir(),
})
if (folder !== undefined) keepCompiledCode(folder)
createRequire(import.meta.url)('./electron-main.cjs')
