import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './steps.ts'
import { browserFiles, noTimeForSweeps } from './sweeps.ts'

describe('browser tests in two parts', () => {
  it('are all browser tests, each once', () => {
    const { sweeps, others } = browserFiles()
    const all = [...sweeps, ...others]
    expect(sweeps).toHaveLength(3)
    expect(others).toContain('e2e/leads.spec.ts')
    expect(new Set(all).size).toBe(all.length)
    for (const file of all) expect(existsSync(join(root, file)), file).toBe(true)
  })

  it('leave the sweeps out only where they could not end in time, and say so', () => {
    expect(noTimeForSweeps(20 * 60_000)).toBeNull()
    expect(noTimeForSweeps(57 * 60_000)).toBeNull()
    expect(noTimeForSweeps(61 * 60_000)).toContain('61 minutes were gone')
  })
})
