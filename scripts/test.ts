import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium, installedChromium } from './test/browser.ts'
import { changedFiles, touchedBy, whereItBegan } from './test/changed.ts'
import { findPostgres, installedPostgres, startPostgres } from './test/other-postgres.ts'
import { type Outcome, slowestOf } from './test/reports.ts'
import { duration, type Finished, runStages, type Stage } from './test/stages.ts'
import { check, leftOut, one, playwright, type Run, root, type Step, vitest } from './test/steps.ts'
import { browserFiles, noTimeForSweeps } from './test/sweeps.ts'
import { canInstall, NO_INSTALL } from './test/system-packages.ts'

const node = process.execPath

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only what a change touches. */
    changed: { type: 'boolean' },
    /** The commit since which something counts as changed. */
    since: { type: 'string' },
    /** Installs no packages of the system, and leaves out what needs them. */
    'no-install': { type: 'boolean' },
    /** Tests of the database on the embedded one as well as on another PostgreSQL. */
    both: { type: 'boolean' },
  },
})
if (options['no-install']) process.env[NO_INSTALL] = '1'

const checks: readonly Step[] = [
  check('format and lint', 'biome', 'ci', '--diagnostic-level=error', '--max-diagnostics=20'),
  check('types', 'tsc', '--noEmit'),
  check('structure', node, 'scripts/check/check.ts', 'structure'),
  check('sizes', node, 'scripts/check/check.ts', 'sizes'),
  check('SQL in its place', node, 'scripts/check/check.ts', 'sql'),
  check('dependency rules', node, 'scripts/check/check.ts', 'dependencies'),
  check('dead code', 'knip', '--no-progress'),
]
const build: readonly Step[] = [
  check('build', node, 'bin/keyturn.mjs', 'build'),
  check('weight of the first script', node, 'scripts/check/check.ts', 'weight'),
]

/** Tests that need no database, or have to have the embedded one. */
const ofEmbedded = ['--project', 'alone', '--project', 'pure', '--project', 'jsdom']
const ofDatabase = ['--project', 'database']

/**
 * What stands in one line is slow for different reasons: checks and the build compute, a crash mostly waits. Tests of the database run once, on
 * the oldest PostgreSQL that the product supports where the system has it: what works there works on the newer, embedded one, which
 * the browser tests and those of the whole use.
 */
const everything = (): Stage[] => [
  [checks, build],
  [
    [
      {
        name: 'unit and integration tests, embedded database',
        run: run => vitest(run, 'embedded', options.both ? [...ofEmbedded, ...ofDatabase] : ofEmbedded),
      },
      { name: 'integration tests, another PostgreSQL', run: onAnotherPostgres },
    ],
    [check('crash test', node, 'scripts/test/crash.ts', '--kills', '4')],
  ],
  [
    [
      { name: 'browser tests', run: run => inBrowser(run, browserFiles().others) },
      { name: 'browser tests, sweeps through all screens', run: sweepScreens },
    ],
  ],
]

function whatIsTouched(since: string): Stage[] {
  const files = changedFiles(since)
  const { database, browser } = touchedBy(files)
  console.log(`${files.length} files changed since ${since}. Not the whole: before merging, run \`npm test\`.`)
  const pure = ['--project', 'pure', '--project', 'jsdom']
  const ofTouched = [...ofDatabase, '--project', 'alone', ...database]
  return [
    [checks, build],
    [
      [
        { name: 'tests without a database', run: run => vitest(run, 'pure', pure) },
        ...(database.length > 0
          ? [{ name: 'tests of the touched', run: (run: Run) => vitest(run, 'embedded', ofTouched) }]
          : []),
      ],
    ],
    browser.length > 0 ? [[{ name: 'browser tests of the touched', run: run => inBrowser(run, browser) }]] : [],
  ]
}

async function onAnotherPostgres(run: Run): Promise<Outcome> {
  const bin = findPostgres()
  if (!bin)
    return { ...(await vitest(run, 'database', ofDatabase)), note: 'on the embedded one: no other is installed' }
  const postgres = await startPostgres(bin, { durable: false })
  try {
    const environment = { KEYTURN_TEST_DATABASE_URL: postgres.url }
    const outcome = await vitest(run, 'postgres', ofDatabase, environment)
    return { ...outcome, note: `PostgreSQL ${postgres.version}` }
  } finally {
    await postgres.stop()
  }
}

async function inBrowser(run: Run, files: readonly string[]): Promise<Outcome> {
  const chromium = findChromium()
  if (chromium) return playwright(run, files, { KEYTURN_CHROMIUM: chromium })
  if (options['no-install']) return leftOut('Chromium is not installed')
  return one(false, 'Chromium is missing and could not be installed: install it, or name it in KEYTURN_CHROMIUM')
}

async function sweepScreens(run: Run): Promise<Outcome> {
  const reason = noTimeForSweeps(performance.now())
  return reason === null ? inBrowser(run, browserFiles().sweeps) : leftOut(reason)
}

/** Says which packages of the system are about to be installed, before anything is, or what goes without them. */
function sayPackages(steps: readonly Step[]): void {
  const needed = [
    {
      name: 'chromium-headless-shell (or chromium)',
      isThere: installedChromium() !== null,
      for: 'browser tests',
      find: findChromium,
    },
    { name: 'postgresql', isThere: installedPostgres() !== null, for: 'another PostgreSQL', find: findPostgres },
  ]
  const missing = needed.filter(
    ({ isThere, for: purpose }) => !isThere && steps.some(({ name }) => name.includes(purpose)),
  )
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(' and ')
  if (canInstall()) {
    console.log(`As root, this run installs packages of the system by apt-get: ${names}.`)
    console.log('`npm test -- --no-install` leaves them out, with the tests that need them.')
    for (const { find } of missing) find()
  } else
    console.log(
      `Missing here: ${names}. ${options['no-install'] ? 'What needs them is left out.' : 'Only root can have them installed.'}`,
    )
}

/** The lines of the end: each step with its counts and its time, the slowest files, and the total. */
function summary(finished: readonly Finished[], seconds: number): string[] {
  const lines = finished.flatMap(
    ({ name, outcome: { passed, failed, note, faults = [], isLeftOut }, seconds: took }) => {
      const mark = failed > 0 ? '✗' : isLeftOut ? '–' : '✓'
      const counts = isLeftOut ? '' : ` ${passed} passed, ${failed} failed in ${duration(took)}`
      return [`${mark} ${name}:${counts}${note ? ` (${note})` : ''}`, ...faults.map(each => `    ${each}`)]
    },
  )
  const outcomes = finished.map(({ outcome }) => outcome)
  const slowest = slowestOf(outcomes, 10).map(file => `    ${duration(file.seconds).padStart(12)}  ${file.file}`)
  const skipped = finished.filter(({ outcome }) => outcome.isLeftOut).map(({ name }) => name)
  return [
    ...lines,
    ...(slowest.length > 0 ? ['', 'The slowest test files:', ...slowest] : []),
    '',
    `It took ${duration(seconds)}.${skipped.length > 0 ? ` Left out: ${skipped.join('; ')}.` : ''}`,
    `${total(outcomes, 'passed')} passed, ${total(outcomes, 'failed')} failed`,
  ]
}

const total = (outcomes: readonly Outcome[], count: 'passed' | 'failed'): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[count], 0)

mkdirSync(join(root, 'artifacts'), { recursive: true })
const isOfChange = options.changed || options.since !== undefined
const isAsked = ({ name }: Step) => words.length === 0 || words.some(word => name.includes(word))
const wanted = isOfChange ? whatIsTouched(options.since ?? whereItBegan()) : everything()
const stages = wanted.map(stage => stage.map(lane => lane.filter(isAsked)))
sayPackages(stages.flat(2))
const start = performance.now()
const finished = await runStages(stages, text => process.stdout.write(text))
console.log('')
for (const line of summary(finished, (performance.now() - start) / 1000)) console.log(line)
process.exit(finished.some(({ outcome }) => outcome.failed > 0) ? 1 : 0)
