import { rm, writeFile } from 'node:fs/promises'
import { errorCode, onDisk, StartError } from '../../src/platform/server/start-error.ts'
import { writeArchive } from './archive.ts'
import { sealDump } from './dump.ts'
import { pgProgram, runPgProgram } from './pg-programs.ts'

/** How a backup was made. */
export type BackupKind = 'pg_dump' | 'archive'

/** Saves a database into a new file; a file that is not complete is taken away again. */
export async function backUp(url: string, file: string, wanted?: BackupKind): Promise<BackupKind> {
  await onDisk(file, () => writeFile(file, '', { flag: 'wx', mode: 0o600 })).catch(error => {
    throw errorCode(error) === 'EEXIST' ? new StartError(`${file} exists already. Choose another name.`) : error
  })
  const program = wanted === 'archive' ? null : await pgProgram('pg_dump', url)
  try {
    if (program) {
      runPgProgram(program, url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`])
      await sealDump(file)
    } else await writeArchive(url, file)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return program ? 'pg_dump' : 'archive'
}
