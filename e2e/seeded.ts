import { execFile } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Where the seeded folders of a run are kept; outside a run of Playwright there is no such place. */
const place = () => process.env.KEYTURN_E2E_SEEDED

interface Seeding {
  /** An empty folder; afterwards it holds a copy of the seeded one. */
  dataDir: string
  /** Names what is seeded: the same name, the same demo brokerage. */
  seed: string
  /** Fills an empty folder and leaves it closed. */
  fill(folder: string): Promise<void>
}

/**
 * Copies a data folder with the demo brokerage in it. The first worker that asks fills it, the others wait for it. Where
 * no copy can be had the folder stays empty, and the product fills it by itself.
 */
export async function seededFolder({ dataDir, seed, fill }: Seeding): Promise<void> {
  const folder = place()
  if (!folder) return
  const seeded = join(folder, seed)
  await fillOnce(seeded, fill)
  // A cluster that had to be put elsewhere is one that two products would share.
  if (lstatSync(join(seeded, 'postgres')).isSymbolicLink()) return
  // Not by Node: the files belong to the account of the database server, and must go on doing so.
  await promisify(execFile)('cp', ['-a', `${seeded}/.`, dataDir])
  await chmod(dataDir, 0o711)
}

async function fillOnce(seeded: string, fill: Seeding['fill']): Promise<void> {
  const lock = `${seeded}.lock`
  while (!existsSync(seeded)) {
    if (!(await isMine(lock))) {
      await setTimeout(100)
      continue
    }
    try {
      if (!existsSync(seeded)) await fillAt(seeded, fill)
    } finally {
      await rmdir(lock)
    }
  }
}

/** Whoever makes the folder has the lock. */
const isMine = (lock: string): Promise<boolean> =>
  mkdir(lock).then(
    () => true,
    () => false,
  )

async function fillAt(seeded: string, fill: Seeding['fill']): Promise<void> {
  const fresh = `${seeded}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh)
  await chmod(fresh, 0o711)
  await fill(fresh)
  await rename(fresh, seeded)
}
