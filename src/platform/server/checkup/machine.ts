import { access, constants, mkdir, readFile, rename, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Bytes that are free where a folder is, or will be, and whether this user may write there. */
export async function examineFolder(folder: string): Promise<{ free: number; isWritable: boolean }> {
  const place = await nearestFolder(folder)
  const { bavail, bsize } = await statfs(place)
  const isWritable = await access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  return { free: bavail * bsize, isWritable }
}

async function nearestFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** What answers at the address of the site, seen from this machine. */
export type SiteAnswer = 'alive' | 'other' | 'certificate' | 'unreachable'

/** Asks the site whether it lives. */
export async function examineSite(publicUrl: string, timeoutMs: number): Promise<SiteAnswer> {
  try {
    const response = await fetch(new URL('/healthz', publicUrl), {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    })
    await response.body?.cancel()
    return response.ok ? 'alive' : 'other'
  } catch (error) {
    const { code = '' } = (error instanceof Error ? error.cause : null) as { code?: string }
    return /CERT|SIGNED|ALTNAME|ISSUER/.test(code) ? 'certificate' : 'unreachable'
  }
}

const FILE = 'last-backup'

/** Writes down that a backup was made; wherever it went, the check of the installation finds it here. */
export async function recordBackup(dataDir: string, at: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const unfinished = join(dataDir, `${FILE}-${process.pid}`)
  await writeFile(unfinished, `${at.toISOString()}\n`)
  await rename(unfinished, join(dataDir, FILE))
}

/** When the last backup was made; `null` when none is known. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => '')
  const at = new Date(text.trim())
  return Number.isNaN(at.getTime()) ? null : at
}
