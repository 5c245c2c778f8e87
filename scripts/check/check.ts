import { dependencyProblems } from './dependencies.ts'
import { sizeProblems } from './sizes.ts'
import { readSources } from './sources.ts'
import { sqlProblems } from './sql.ts'
import { structureProblems } from './structure.ts'

const root = new URL('../../', import.meta.url).pathname
const files = () => readSources(root)

const checks: Record<string, () => string[] | Promise<string[]>> = {
  structure: () => structureProblems(files().map(({ path }) => path)),
  sizes: () => sizeProblems(files()),
  sql: () => sqlProblems(files()),
  dependencies: () => dependencyProblems(root),
}

const asked = process.argv.slice(2)
const problems = (await Promise.all(asked.map(name => checks[name]?.() ?? [`There is no check "${name}".`]))).flat()
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
