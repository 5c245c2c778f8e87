import { parseArgs } from 'node:util'
import { errorsIn, jsonOf, reportOf } from './report.ts'
import { examineInstallation } from './run.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

const findings = await examineInstallation(process.env)
process.stdout.write(values.json ? jsonOf(findings) : reportOf(findings), () =>
  // What was asked in vain may still hold connections.
  process.exit(errorsIn(findings) > 0 ? 1 : 0),
)
