import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode, onDisk, StartError } from '../start-error.ts'
import { type Account, reaches, serverAccount } from './account.ts'
import { type Binaries, layBinaries, rootHome } from './binaries.ts'
import { isAlive } from './process.ts'

/** A database folder that is ready to be served. */
export interface Cluster {
  folder: string
  password: string
  account: Account | null
  binaries: Binaries
  logFile: string
}

const run = promisify(execFile)
const passwordFile = 'keyturn-password'
const roomForCluster = 150 * 1024 * 1024

/** The database folder of a data folder, where there is one. */
export async function existingCluster(dataDir: string): Promise<string | null> {
  const named = join(dataDir, 'postgres')
  const pointed = await readlink(named).catch(() => null)
  if (pointed === null) return (await stat(named).catch(unlessMissing)) ? named : null
  if (await stat(pointed).catch(() => null)) return pointed
  throw new StartError(
    `The database of ${dataDir} was kept in ${pointed}, which is gone. Restore it from a backup, or remove ${named} to start empty.`,
  )
}

function unlessMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}

/** Opens the database folder of a data folder, making it on the first start. */
export async function openCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  await onDisk(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o711 }))
  const before = await onDisk(dataDir, () => existingCluster(dataDir))
  const account = await serverAccount(before)
  const binaries = await layBinaries(account)
  const folder = before ?? (await onDisk(dataDir, () => makeCluster({ dataDir, account, binaries, durable })))
  await requireMajor(folder, binaries.major)
  if (account && !reaches(account, folder)) throw new StartError(unreachable(folder, account))
  return { folder, password: await clusterPassword(folder), account, binaries, logFile: join(dataDir, 'postgres.log') }
}

const unreachable = (folder: string, { uid }: Account): string =>
  `The database folder ${folder} belongs to system user ${uid}, who cannot get there: a folder above it is private. ` +
  'Move the data folder, or start Keyturn as the user who owns it.'

/** The password of a database folder that this process may read. */
export async function clusterPassword(folder: string): Promise<string> {
  return readFile(join(folder, passwordFile), 'utf8').catch(error => {
    throw new StartError(
      errorCode(error) === 'EACCES'
        ? `The database folder ${folder} belongs to another user. Start Keyturn as the user (or root) who made it.`
        : `The password file ${join(folder, passwordFile)} is missing, so the database cannot be opened. Restore a backup.`,
      { cause: error },
    )
  })
}

async function requireMajor(folder: string, major: number): Promise<void> {
  const made = Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '0'), 10)
  if (made === major) return
  if (made === 0)
    throw new StartError(`${folder} is not a database folder. Move it away, or set KEYTURN_DATA to another folder.`)
  throw new StartError(
    made > major
      ? `The database folder ${folder} was made by PostgreSQL ${made}, and this Keyturn carries PostgreSQL ${major}. Start the newer Keyturn that made it, or set KEYTURN_DATA to another folder.`
      : `The database folder ${folder} was made by PostgreSQL ${made}, and this Keyturn carries PostgreSQL ${major}. Make a backup with the Keyturn that made it, and restore it into a new KEYTURN_DATA.`,
  )
}

interface Making {
  dataDir: string
  account: Account | null
  binaries: Binaries
  durable: boolean
}

/** Made beside its place and moved there when complete: a start that was killed half-way leaves nothing in the way. */
async function makeCluster({ dataDir, account, binaries, durable }: Making): Promise<string> {
  await removeAbandoned(dataDir)
  await requireRoom(dataDir)
  const elsewhere = account !== null && !reaches(account, dataDir)
  const place = elsewhere ? await privatePlace(account) : dataDir
  const work = await mkdtemp(join(place, `new-${process.pid}-`))
  try {
    if (account) await chown(work, account.uid, account.gid)
    const password = randomBytes(24).toString('base64url')
    const fresh = join(work, 'postgres')
    await writeOwned(join(work, 'password'), password, account)
    await initialise({ binaries, account, fresh, pwfile: join(work, 'password'), durable })
    await writeOwned(join(fresh, passwordFile), password, account)
    // Another Keyturn may have been quicker; its folder counts, and whether it is in use is found out later.
    await rename(fresh, join(place, 'postgres')).catch(unlessTaken)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  if (elsewhere) await symlink(join(place, 'postgres'), join(dataDir, 'postgres')).catch(unlessTaken)
  return (await existingCluster(dataDir)) ?? join(place, 'postgres')
}

function unlessTaken(error: unknown): void {
  if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error
}

async function privatePlace(account: Account): Promise<string> {
  const databases = join(await rootHome(account), 'databases')
  await mkdir(databases, { recursive: true, mode: 0o711 })
  const place = await mkdtemp(join(databases, 'database-'))
  await chown(place, account.uid, account.gid)
  return place
}

async function writeOwned(path: string, text: string, account: Account | null): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  if (account) await chown(path, account.uid, account.gid)
}

interface Initialising {
  binaries: Binaries
  account: Account | null
  fresh: string
  pwfile: string
  durable: boolean
}

async function initialise({ binaries, account, fresh, pwfile, durable }: Initialising): Promise<void> {
  const options = ['-D', fresh, '-U', 'postgres', '--encoding=UTF8', '--auth=scram-sha-256', `--pwfile=${pwfile}`]
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions']
  const as = { ...(account ?? {}), cwd: dirname(fresh), env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
  await run(binaries.initdb, [...options, ...locale, ...(durable ? [] : ['--no-sync'])], as).catch(error => {
    const said = String(error.stderr ?? error.message)
    if (/No space left on device|Disk quota exceeded/.test(said))
      throw Object.assign(new Error(said), { code: 'ENOSPC' })
    throw new StartError(`The embedded database could not be made: ${lastLine(said)}`, { cause: error })
  })
}

/** The last line of what a program said. */
export const lastLine = (said: string): string => said.trim().split('\n').at(-1) ?? ''

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = /^new-(\d+)-/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function requireRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < roomForCluster) throw Object.assign(new Error('too little room'), { code: 'ENOSPC' })
}
