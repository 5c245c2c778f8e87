import { existsSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dependencyRules } from './dependency-rules.ts'

const sixth = createRequire(new URL('./typescript-6/package.json', import.meta.url))

/** dependency-cruiser reads TypeScript with the compiler's API, which TypeScript 7 does not have: it gets the sixth. */
function lendTypescript6(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const isAsked = specifier === 'typescript' || specifier === 'typescript/package.json'
      if (!isAsked || !context.parentURL?.includes('dependency-cruiser')) return next(specifier, context)
      return { url: pathToFileURL(sixth.resolve(specifier)).href, shortCircuit: true }
    },
  })
}

/** Imports that point the wrong way, a sentence each. */
export async function dependencyProblems(root: string): Promise<string[]> {
  lendTypescript6()
  const { cruise } = await import('dependency-cruiser')
  const folders = ['src', 'scripts', 'bench', 'e2e'].filter(folder => existsSync(join(root, folder)))
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      ruleSet: { forbidden: [...dependencyRules] },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: 'typescript-6' },
      enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    },
    { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'] },
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text.')
  // Without its compiler it reads no imports at all, and would find nothing wrong with them.
  if (output.summary.totalDependenciesCruised === 0) throw new Error('dependency-cruiser read no imports.')
  return output.summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
  )
}
