import { relative } from 'node:path'

/** What a step came to: how many things held, how many did not, and which. */
export interface Outcome {
  passed: number
  failed: number
  /** Said beside the counts, such as why a step could not run. */
  note?: string
  /** A line for each thing that did not hold, or held at its second try only. */
  faults?: readonly string[]
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly {
    name: string
    status: string
    message: string
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
  return { passed: report.numPassedTests, failed, faults }
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[]
  specs?: readonly {
    title: string
    file: string
    tests: readonly { status: string; results: readonly { error?: { message?: string } }[] }[]
  }[]
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts a run of Playwright; what held at its second try only is counted as held, and named. */
export function readPlaywright(report: PlaywrightReport, isFine: boolean): Outcome {
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: Math.max(unexpected, isFine ? 0 : 1), faults: faultsOf(report) }
}

function faultsOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const here = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const reason = results.find(({ error }) => error)?.error?.message ?? ''
        return fault(`e2e/${file}`, status === 'flaky' ? `${title} (held at the second try)` : title, reason)
      }),
  )
  return [...here, ...suites.flatMap(faultsOf)]
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')

/** Where, what, and the first words of why: enough to find it when the rest of the log is gone. */
function fault(file: string, title: string, reason: string): string {
  const [why = ''] = reason.replace(COLOURS, '').trim().split('\n')
  return [file, title, why.slice(0, 300)].filter(Boolean).join(' › ')
}
