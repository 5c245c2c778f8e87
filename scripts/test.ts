import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './test/browser.ts'
import { findPostgres, startPostgres } from './test/other-postgres.ts'
import type { Outcome } from './test/reports.ts'
import { check, one, playwright, root, type Step, succeeds, vitest } from './test/steps.ts'

const node = process.execPath

const steps: readonly Step[] = [
  check('format and lint', 'biome', 'ci', '--diagnostic-level=error', '--max-diagnostics=20'),
  check('types', 'tsc', '--noEmit'),
  check('structure', node, 'scripts/check/check.ts', 'structure'),
  check('sizes', node, 'scripts/check/check.ts', 'sizes'),
  check('SQL in its place', node, 'scripts/check/check.ts', 'sql'),
  check('dependency rules', node, 'scripts/check/check.ts', 'dependencies'),
  check('dead code', 'knip', '--no-progress'),
  { name: 'unit and integration tests, embedded database', run: () => vitest('embedded', []) },
  { name: 'integration tests, another PostgreSQL', run: onAnotherPostgres },
  check('build', node, 'bin/keyturn.mjs', 'build'),
  check('weight of the first script', node, 'scripts/check/check.ts', 'weight'),
  { name: 'crash test', run: async () => one(await succeeds(node, ['scripts/test/crash.ts'])) },
  { name: 'browser tests', run: inBrowser },
]

async function onAnotherPostgres(): Promise<Outcome> {
  const bin = findPostgres()
  if (!bin) return { passed: 0, failed: 0, note: 'no other PostgreSQL here, and none could be installed: left out' }
  const postgres = await startPostgres(bin)
  try {
    const environment = { KEYTURN_TEST_DATABASE_URL: postgres.url }
    const outcome = await vitest('postgres', ['--project', 'node', 'src/', 'scripts/backup'], environment)
    return { ...outcome, note: `PostgreSQL ${postgres.version}` }
  } finally {
    await postgres.stop()
  }
}

async function inBrowser(): Promise<Outcome> {
  const chromium = findChromium()
  if (chromium) return playwright({ KEYTURN_CHROMIUM: chromium })
  return one(false, 'Chromium is missing and could not be installed: install it, or name it in KEYTURN_CHROMIUM')
}

const asked = process.argv.slice(2)
const isAsked = ({ name }: Step) => asked.length === 0 || asked.some(word => name.includes(word))
mkdirSync(join(root, 'artifacts'), { recursive: true })
const outcomes: { name: string; outcome: Outcome }[] = []
for (const { name, run } of steps.filter(isAsked)) {
  console.log(`\n── ${name}`)
  const outcome = await run().catch(error => one(false, error instanceof Error ? error.message : String(error)))
  outcomes.push({ name, outcome })
}

console.log('')
for (const { name, outcome } of outcomes) {
  const counts = `${outcome.passed} passed, ${outcome.failed} failed`
  console.log(`${outcome.failed > 0 ? '✗' : '✓'} ${name}: ${counts}${outcome.note ? ` (${outcome.note})` : ''}`)
  for (const fault of outcome.faults ?? []) console.log(`    ${fault}`)
}
const total = (count: 'passed' | 'failed') => outcomes.reduce((sum, { outcome }) => sum + outcome[count], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exit(total('failed') > 0 ? 1 : 0)
