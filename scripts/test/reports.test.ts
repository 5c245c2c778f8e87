import { describe, expect, it } from 'vitest'
import { type PlaywrightReport, readPlaywright, readVitest, slowestOf, type VitestReport } from './reports.ts'

/** A file that took two and a half seconds. */
const times = { startTime: 1_000, endTime: 3_500 }
const held = { fullName: 'a lead is offered once', status: 'passed', failureMessages: [] }

describe('the end of a run names', () => {
  it('the tests that failed, where they are and why, without colours', () => {
    const red = `${String.fromCharCode(27)}[31m`
    const broken = {
      fullName: 'a note is kept',
      status: 'failed',
      failureMessages: [`${red}Error: gone\n    at x.ts:1`],
    }
    const file = {
      ...times,
      name: '/p/src/notes.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [held, broken],
    }
    const report: VitestReport = { numPassedTests: 1, numFailedTests: 1, testResults: [file] }
    const faults = ['src/notes.test.ts › a note is kept › Error: gone']
    expect(readVitest(report, false, '/p')).toMatchObject({ passed: 1, failed: 1, faults })
  })

  it('a file that could not be loaded, and counts it', () => {
    const file = {
      ...times,
      name: '/p/src/a.test.ts',
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    }
    const report: VitestReport = { numPassedTests: 0, numFailedTests: 0, testResults: [file] }
    const faults = ['src/a.test.ts › Cannot find module']
    expect(readVitest(report, false, '/p')).toMatchObject({ passed: 0, failed: 1, faults })
  })

  it('browser tests that failed, and those that held at their second try', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'day.spec.ts',
      tests: [{ status, results: [{ duration: 2_000, error: { message: 'Timed out\nmore' } }, { duration: 500 }] }],
    })
    const specs = [spec('a day', 'unexpected'), spec('a night', 'flaky'), spec('a week', 'expected')]
    const stats = { expected: 1, flaky: 1, unexpected: 1, skipped: 0 }
    const report: PlaywrightReport = { stats, suites: [{ suites: [{ specs }] }] }
    const faults = [
      'e2e/day.spec.ts › a day › Timed out',
      'e2e/day.spec.ts › a night (held at the second try) › Timed out',
    ]
    expect(readPlaywright(report, false)).toMatchObject({ passed: 2, failed: 1, faults })
  })

  it('the slowest test files, whatever ran them, each with the slower of its runs', () => {
    const spec = {
      title: 'a day',
      file: 'day.spec.ts',
      tests: [{ status: 'expected', results: [{ duration: 9_000 }] }],
    }
    const stats = { expected: 1, flaky: 0, unexpected: 0, skipped: 0 }
    const browser = readPlaywright({ stats, suites: [{ specs: [spec] }] }, true)
    const ran = (file: string, endTime: number) =>
      readVitest(
        {
          numPassedTests: 1,
          numFailedTests: 0,
          testResults: [{ name: file, startTime: 0, endTime, status: 'passed', message: '', assertionResults: [held] }],
        },
        true,
        '/p',
      )
    const outcomes = [
      ran('/p/src/a.test.ts', 1_000),
      ran('/p/src/a.test.ts', 2_500),
      ran('/p/src/b.test.ts', 800),
      browser,
    ]
    expect(slowestOf(outcomes, 2)).toEqual([
      { file: 'e2e/day.spec.ts', seconds: 9 },
      { file: 'src/a.test.ts', seconds: 2.5 },
    ])
  })
})
