import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, type PlaywrightReport, readPlaywright, readVitest, type VitestReport } from './reports.ts'

export const root = join(import.meta.dirname, '../..')

/** Runs a program to its end; answers whether it succeeded. */
export type Run = (program: string, parameters: readonly string[], environment?: NodeJS.ProcessEnv) => Promise<boolean>

export interface Step {
  name: string
  run(run: Run): Promise<Outcome>
}

/**
 * After so many milliseconds of the whole run, programs are ended: what hangs is said with its name, and everything that is counted until then
 * with it. A slow machine with two cores takes up to 80.
 */
const LIMIT_MS = 87 * 60_000

/** Runs programs whose output goes where this process's own does, or to `write`; one that outlives the limit of the run fails. */
export function runner(write?: (text: string) => void, limit = LIMIT_MS - performance.now()): Run {
  return (program, parameters, environment = {}) =>
    new Promise(resolve => {
      const output = write ? 'pipe' : 'inherit'
      const child = spawn(program, parameters, {
        cwd: root,
        stdio: ['ignore', output, output],
        env: { ...process.env, ...environment },
      })
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8')
        if (write) stream?.on('data', write)
      }
      const end = setTimeout(
        () => {
          const sentence = `${program} ${parameters.join(' ')} was ended: the run has taken too long.\n`
          if (write) write(sentence)
          else process.stderr.write(sentence)
          child.kill('SIGKILL')
          // What it started may hold its output open.
          resolve(false)
        },
        Math.max(0, limit),
      )
      const settle = (isFine: boolean) => {
        clearTimeout(end)
        resolve(isFine)
      }
      child.once('error', () => settle(false))
      child.once('close', code => settle(code === 0))
    })
}

/** A step that counts as one. */
export function check(name: string, program: string, ...parameters: string[]): Step {
  return { name, run: async run => one(await run(program, parameters)) }
}

export const one = (isFine: boolean, note?: string): Outcome => ({
  passed: isFine ? 1 : 0,
  failed: isFine ? 0 : 1,
  note,
})

/** What could not run here, and why. */
export const leftOut = (why: string): Outcome => ({ passed: 0, failed: 0, note: `left out: ${why}`, isLeftOut: true })

/** Runs vitest and counts its tests. */
export async function vitest(
  run: Run,
  report: string,
  filters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const file = join(root, 'artifacts', `${report}.json`)
  rmSync(file, { force: true })
  const output = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const isFine = await run('vitest', ['run', '--passWithNoTests', ...output, ...filters], environment)
  const result = readJson<VitestReport>(file)
  return result ? readVitest(result, isFine, root) : one(isFine)
}

/** Runs browser tests, all of them or those of some files, and counts them. */
export async function playwright(
  run: Run,
  files: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const file = join(root, 'artifacts', 'playwright.json')
  rmSync(file, { force: true })
  const options = ['test', '--reporter=dot,json', '--pass-with-no-tests', ...files]
  const isFine = await run('playwright', options, { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const result = readJson<PlaywrightReport>(file)
  return result ? readPlaywright(result, isFine) : one(isFine)
}

function readJson<Content>(file: string): Content | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
