import { join } from 'node:path'
import { MAX_FIRST_SCRIPT, measureBundle } from '../../bench/bundle.ts'
import { comparisonProblems } from './comparisons.ts'
import { controlProblems } from './controls.ts'
import { dependencyProblems } from './dependencies.ts'
import { platformProblems } from './platform.ts'
import { plumbingProblems } from './plumbing.ts'
import { sizeProblems } from './sizes.ts'
import { readSources } from './sources.ts'
import { sqlProblems } from './sql.ts'
import { structureProblems } from './structure.ts'
import { wordProblems } from './words.ts'

const root = new URL('../../', import.meta.url).pathname
const files = () => readSources(root)

const checks: Record<string, () => string[] | Promise<string[]>> = {
  structure: () => [
    ...structureProblems(files().map(({ path }) => path)),
    ...platformProblems(files()),
    ...wordProblems(files()),
    ...controlProblems(files()),
    ...plumbingProblems(files()),
    ...comparisonProblems(files()),
  ],
  sizes: () => sizeProblems(files()),
  sql: () => sqlProblems(files()),
  dependencies: () => dependencyProblems(root),
  weight: weightProblems,
}

/** What the built list of leads is too heavy by. */
async function weightProblems(): Promise<string[]> {
  const bundle = await measureBundle(join(root, 'dist/web'))
  if (!bundle) return ['The screens are not built: run `npm run build`.']
  const excess = bundle.scriptGzip - MAX_FIRST_SCRIPT
  return excess > 0 ? [`The first script of the list of leads is ${excess} bytes (gzip) heavier than it may be.`] : []
}

const asked = process.argv.slice(2)
const problems = (await Promise.all(asked.map(name => checks[name]?.() ?? [`There is no check "${name}".`]))).flat()
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
