import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, type PlaywrightReport, readPlaywright, readVitest, type VitestReport } from './reports.ts'

export const root = join(import.meta.dirname, '../..')

export interface Step {
  name: string
  run(): Promise<Outcome>
}

/** Runs a program, showing what it says; answers whether it succeeded. */
export function succeeds(
  program: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  return new Promise(resolve => {
    const env = { ...process.env, ...environment }
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}

/** A step that counts as one. */
export function check(name: string, program: string, ...parameters: string[]): Step {
  return { name, run: async () => one(await succeeds(program, parameters)) }
}

export const one = (isFine: boolean, note?: string): Outcome => ({
  passed: isFine ? 1 : 0,
  failed: isFine ? 0 : 1,
  note,
})

/** Runs vitest and counts its tests. */
export async function vitest(
  report: string,
  filters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const file = join(root, 'artifacts', `${report}.json`)
  rmSync(file, { force: true })
  const output = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const isFine = await succeeds('vitest', ['run', '--passWithNoTests', ...output, ...filters], environment)
  const result = readJson<VitestReport>(file)
  return result ? readVitest(result, isFine, root) : one(isFine)
}

/** Runs the browser tests and counts them. */
export async function playwright(environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const file = join(root, 'artifacts', 'playwright.json')
  rmSync(file, { force: true })
  const options = ['test', '--reporter=dot,json', '--pass-with-no-tests']
  const isFine = await succeeds('playwright', options, { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file })
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
