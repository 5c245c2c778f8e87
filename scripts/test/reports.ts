import { relative } from 'node:path'

/** What a step came to: how many things held, how many did not, and which. */
export interface Outcome {
  passed: number
  failed: number
  /** Said beside the counts, such as why a step could not run. */
  note?: string
  /** A line for each thing that did not hold, or held at its second try only. */
  faults?: readonly string[]
  /** How long each test file took. */
  files?: readonly TimedFile[]
  /** The step could not run here, and does not count. */
  isLeftOut?: boolean
}

/** A test file, and the seconds that its tests took; those of several browsers at once are added up. */
export interface TimedFile {
  file: string
  seconds: number
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly {
    name: string
    status: string
    message: string
    /** Milliseconds since 1970, as the end. */
    startTime: number
    endTime: number
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] | null }[]
  }[]
}

/** Counts a run of Vitest; a file that cannot even be loaded counts as one that failed. */
export function readVitest(report: VitestReport, isFine: boolean, root: string): Outcome {
  const faults = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    const file = relative(root, name)
    if (failed.length === 0 && status === 'failed') return [fault(file, '', message)]
    return failed.map(test => fault(file, test.fullName, test.failureMessages?.[0] ?? ''))
  })
  const failed = Math.max(report.numFailedTests, faults.length, isFine ? 0 : 1)
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { passed: report.numPassedTests, failed, faults, files }
}

interface PlaywrightResult {
  /** Milliseconds. */
  duration: number
  error?: { message?: string }
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[]
  specs?: readonly {
    title: string
    file: string
    tests: readonly { status: string; results: readonly PlaywrightResult[] }[]
  }[]
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts a run of Playwright; what held at its second try only is counted as held, and named. */
export function readPlaywright(report: PlaywrightReport, isFine: boolean): Outcome {
  const { expected, flaky, unexpected } = report.stats
  const failed = Math.max(unexpected, isFine ? 0 : 1)
  return { passed: expected + flaky, failed, faults: faultsOf(report), files: filesOf(report) }
}

function filesOf(report: PlaywrightSuite): TimedFile[] {
  const byFile = Map.groupBy(specsOf(report), ({ file }) => file)
  return [...byFile].map(([file, specs]) => {
    const durations = specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map(result => result.duration)),
    )
    return { file: `e2e/${file}`, seconds: durations.reduce((sum, each) => sum + each, 0) / 1000 }
  })
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** The files that took longest, the slowest first; a file that ran twice counts with its slower time. */
export function slowestOf(outcomes: readonly Outcome[], count: number): TimedFile[] {
  const slowest = new Map<string, number>()
  for (const { file, seconds } of outcomes.flatMap(({ files = [] }) => files))
    slowest.set(file, Math.max(seconds, slowest.get(file) ?? 0))
  const files = [...slowest].map(([file, seconds]) => ({ file, seconds }))
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
}

function faultsOf(report: PlaywrightSuite): string[] {
  return specsOf(report).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const reason = results.find(({ error }) => error)?.error?.message ?? ''
        return fault(`e2e/${file}`, status === 'flaky' ? `${title} (held at the second try)` : title, reason)
      }),
  )
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')

/** Where, what, and the first words of why: enough to find it when the rest of the log is gone. */
function fault(file: string, title: string, reason: string): string {
  const [why = ''] = reason.replace(COLOURS, '').trim().split('\n')
  return [file, title, why.slice(0, 300)].filter(Boolean).join(' › ')
}
