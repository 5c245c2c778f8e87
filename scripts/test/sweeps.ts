import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'

/** Browser tests that walk through all screens: the longest, and the last, since a very slow machine has no time for them. */
const sweeps: readonly string[] = ['accessibility.spec.ts', 'layout-shift.spec.ts', 'states.spec.ts']

/** When a run has lasted so long, what is left of its limit is too little for the sweeps: two cores usually take 20 minutes to get there. */
const LATEST_SWEEP_MS = 58 * 60_000

/** Files of browser tests as Playwright is told them: the sweeps, and all others. */
export function browserFiles(): { sweeps: string[]; others: string[] } {
  const all = readdirSync(join(root, 'e2e')).filter(file => file.endsWith('.spec.ts'))
  const known = Object.groupBy(all, file => (sweeps.includes(file) ? 'sweeps' : 'others'))
  const named = (files: readonly string[] = []) => files.map(file => `e2e/${file}`)
  return { sweeps: named(known.sweeps), others: named(known.others) }
}

/** Why the sweeps are left out after a run of so many milliseconds; `null` while there is time for them. */
export function noTimeForSweeps(elapsed: number): string | null {
  if (elapsed < LATEST_SWEEP_MS) return null
  return `${Math.round(elapsed / 60_000)} minutes were gone, which is too late for them; \`npm test -- sweeps\` runs them alone`
}
