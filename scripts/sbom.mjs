import { ensureBuilt } from './lib/build.mjs'
import { readBillParts } from './lib/package/bill-parts.ts'
import { writeBill } from './lib/package/sbom.ts'
import { inProject } from './lib/project.mjs'

if (await ensureBuilt()) process.stdout.write(writeBill(readBillParts(inProject('out'))))
else process.exitCode = 1
