import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { recordBackup } from '../src/platform/server/checkup/machine.ts'
import { backUp } from './backup/backup.ts'
import { withDatabase } from './backup/database-of.ts'

const [asked] = process.argv.slice(2)
const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '')

await withDatabase(async (url, dataDir) => {
  const file = resolve(asked ?? join(dataDir, 'backups', `keyturn-${moment}.backup`))
  await mkdir(dirname(file), { recursive: true })
  const kind = await backUp(url, file)
  await recordBackup(dataDir, new Date())
  const { size } = await stat(file)
  const how = kind === 'pg_dump' ? 'by pg_dump' : 'table by table'
  console.log(
    `Saved ${how}: ${file} (${Math.ceil(size / 1024)} kB). Uploaded files are beside it, in ${join(dataDir, 'files')}.`,
  )
})
