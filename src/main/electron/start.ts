import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { keepCompiledCode } from '../host/compiled-code.ts'
import { findCodeFolder } from './cache-folder.ts'

// The entry of the built app. Sets up the folder for compiled code, and then loads the main process from one file beside this one.
const folder = findCodeFolder({
  isPackaged: app.isPackaged,
  checkout: join(import.meta.dirname, '..', '..', '.cache', 'code'),
  platform: process.platform,
  env: process.env,
  home: homedir(),
})
if (folder !== undefined) keepCompiledCode(folder)
createRequire(import.meta.url)('./electron-main.cjs')
