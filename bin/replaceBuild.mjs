import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files of earlier builds stay this long: pages that are open, and servers that run, still ask for them. */
const KEPT_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Puts a finished build in the place of the last one, at once. Their scripts have names of their own, so those of earlier
 * builds stay beside the new ones for a while.
 * @param {string} web where the screens are served from
 * @param {string} built the folder of the finished build
 */
export function replaceBuild(web, built, now = Date.now()) {
  const earlier = join(web, 'assets')
  for (const name of existsSync(earlier) ? readdirSync(earlier, { recursive: true }) : []) {
    const [from, to] = [join(earlier, String(name)), join(built, 'assets', String(name))]
    const { mtimeMs, atime, mtime } = statSync(from)
    if (statSync(from).isDirectory() || existsSync(to) || now - mtimeMs > KEPT_DAYS * DAY_MS) continue
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
    utimesSync(to, atime, mtime)
  }
  const replaced = `${web}-replaced-${process.pid}`
  if (existsSync(web)) renameSync(web, replaced)
  renameSync(built, web)
  rmSync(replaced, { recursive: true, force: true })
}
