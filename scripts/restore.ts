import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../src/platform/server/start-error.ts'
import { withDatabase } from './backup/database-of.ts'
import { restore } from './backup/restore.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
})

await withDatabase(async url => {
  const [file] = positionals
  if (!file) throw new StartError('Say which backup: npm run restore -- FILE [--replace]')
  await restore(url, resolve(file), { replace: values.replace })
  console.log('Restored. Start Keyturn as usual.')
})
