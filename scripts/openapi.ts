import { readFileSync } from 'node:fs'
import { operations } from '../src/platform/catalogue/catalogue.ts'
import { describeAsOpenApi } from './lib/openapi.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
process.stdout.write(`${JSON.stringify(describeAsOpenApi(operations, version), null, 2)}\n`)
