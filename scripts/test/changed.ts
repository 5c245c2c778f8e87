import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { touches } from '../../e2e/touches.ts'
import { root } from './steps.ts'

/** What a change asks to be run, beside the checks and the tests that need no database. */
export interface Touched {
  /** Paths, or their beginnings, of the tests of the database. */
  database: string[]
  /** Files of browser tests. */
  browser: string[]
}

/** The files that differ from a commit, with those that are not committed yet. */
export function changedFiles(since: string): string[] {
  const lines = (...parameters: string[]) =>
    git(...parameters)
      .split('\n')
      .filter(Boolean)
  const files = new Set([
    ...lines('diff', '--name-only', since),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ])
  // A test that was removed has nothing to run; what was removed of the product is a change.
  return [...files].filter(file => !isTest(file) || existsSync(join(root, file)))
}

const isTest = (file: string): boolean => /\.(test\.tsx?|spec\.ts)$/.test(file)

/** Where this branch left `main`; on `main` itself, the commit before. */
export function whereItBegan(): string {
  const base = ['origin/main', 'main'].map(mergeBase).find(commit => commit !== null)
  const isBranch = base && base !== git('rev-parse', 'HEAD')
  const isClean = git('status', '--porcelain') === ''
  return isBranch ? base : isClean ? 'HEAD~1' : 'HEAD'
}

function mergeBase(branch: string): string | null {
  try {
    return git('merge-base', 'HEAD', branch)
  } catch {
    return null
  }
}

const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()

/** Reads from paths what is to be run. Each feature, screen and part of the platform answers for its own folder. */
export function touchedBy(files: readonly string[]): Touched {
  const database = new Set(files.flatMap(file => testsOf(file) ?? []))
  const parts = new Set(files.filter(file => !isTest(file)).map(partOf))
  const touched = Object.entries(touches).flatMap(([spec, folders]) =>
    folders.some(folder => parts.has(folder)) ? [`e2e/${spec}.spec.ts`] : [],
  )
  const specs = files.filter(file => /^e2e\/.*\.spec\.ts$/.test(file))
  return { database: [...database].toSorted(), browser: [...new Set([...touched, ...specs])].toSorted() }
}

function testsOf(file: string): string | null {
  if (isTest(file)) return file.endsWith('.test.ts') ? file : null
  const folder = /^(src\/(?:features|screens|app|platform|integrations)\/[^/]+|scripts\/[^/]+)\//.exec(file)?.[1]
  if (folder) return `${folder}/`
  // Whether all calls are there, and hold, is seen by asking each of them.
  if (file.startsWith('src/app/')) return 'src/app/robustness'
  if (file.startsWith('db/')) return 'src/platform/server/'
  return file.startsWith('src/testing/') ? 'src/platform/server/' : null
}

/** The folder by which the browser tests name what they walk through. */
function partOf(file: string): string {
  const [, floor, name] = /^src\/(features|screens|app|platform)\/([^/]+)\//.exec(file) ?? []
  return floor === 'platform' && name !== 'map' ? `platform/${name}` : (name ?? '')
}
