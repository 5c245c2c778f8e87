import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { touches } from '../../e2e/touches.ts'
import { touchedBy } from './changed.ts'
import { root } from './steps.ts'

describe('a change', () => {
  it('of a feature runs the tests of its folder, and the days in the browser that lead through it', () => {
    expect(touchedBy(['src/features/tags/server/queries.ts', 'src/features/tags/web/TagBox.tsx'])).toEqual({
      database: ['src/features/tags/'],
      browser: ['e2e/tags.spec.ts'],
    })
  })

  it('of a screen of several features does the same', () => {
    expect(touchedBy(['src/screens/lead/LeadPage.tsx'])).toMatchObject({
      database: ['src/screens/lead/'],
      browser: expect.arrayContaining(['e2e/lead-page.spec.ts', 'e2e/turn.spec.ts']),
    })
  })

  it('of what all features stand on runs its own tests, and those who walk over it', () => {
    expect(touchedBy(['src/platform/web/calls/call.ts', 'db/migrations/20261122_1040_pins.sql'])).toEqual({
      database: ['src/platform/server/', 'src/platform/web/'],
      browser: ['e2e/failures.spec.ts', 'e2e/offline.spec.ts'],
    })
  })

  it('of what puts the features together asks every call', () => {
    expect(touchedBy(['src/app/features.server.ts'])).toEqual({ database: ['src/app/robustness'], browser: [] })
  })

  it('of a test runs that test', () => {
    expect(touchedBy(['src/features/tags/server/tags.db.test.ts', 'src/features/leads/web/Row.test.tsx'])).toEqual({
      database: ['src/features/tags/server/tags.db.test.ts'],
      browser: [],
    })
    expect(touchedBy(['e2e/day.spec.ts', 'README.md']).browser).toEqual(['e2e/day.spec.ts'])
  })
})

describe('the table of what browser tests walk through', () => {
  const names = (folder: string) => readdirSync(join(root, folder))

  it('names every file of them, and no other', () => {
    const specs = names('e2e').flatMap(file => /^(.*)\.spec\.ts$/.exec(file)?.[1] ?? [])
    expect(Object.keys(touches).toSorted()).toEqual(specs.toSorted())
  })

  it('names every feature that has screens', () => {
    const walked = new Set(Object.values(touches).flat())
    const screens = names('src/features').filter(name => existsSync(join(root, 'src/features', name, 'web')))
    expect(screens.filter(name => !walked.has(name))).toEqual([])
  })
})
