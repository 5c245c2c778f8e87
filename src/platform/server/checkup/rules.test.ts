import { describe, expect, it } from 'vitest'
import type { DatabaseFacts } from './database.ts'
import {
  judgeBackup,
  judgeClock,
  judgeDatabase,
  judgeFolder,
  judgeJobs,
  judgeMigrations,
  judgeNode,
  judgeSite,
  spanOf,
} from './rules.ts'

const well: DatabaseFacts = {
  version: 180_004,
  encoding: 'UTF8',
  collation: { recorded: '2.36', actual: '2.36' },
  isReplica: false,
  mayCreate: true,
  foreignTables: 0,
  missingExtensions: [],
  migrations: [{ number: 1, name: 'one' }],
  maxConnections: 100,
  others: 3,
  aheadMs: 12,
  jobs: { beatSecondsAgo: 20, failed: [], late: 0 },
  archivedAt: null,
}
const steps = [
  { number: 1, name: 'one' },
  { number: 2, name: 'two' },
]
const now = new Date('2026-11-21T12:00:00Z')

describe('the check of an installation', () => {
  it('finds a Node that is too old', () => {
    expect(judgeNode('24.21.0').state).toBe('ok')
    expect(judgeNode('22.17.9')).toMatchObject({ state: 'error', mend: expect.stringContaining('22.18') })
  })

  it.each([
    [{ version: 140_012 }, 'error', 'PostgreSQL 14.12'],
    [{ isReplica: true }, 'error', 'replica'],
    [{ encoding: 'LATIN1' }, 'error', 'LATIN1'],
    [{ mayCreate: false }, 'error', 'may not make tables'],
    [{ foreignTables: 4 }, 'error', '4 of its tables'],
    [{ missingExtensions: ['pg_trgm'] }, 'error', 'pg_trgm'],
    [{ collation: { recorded: '2.31', actual: '2.36' } }, 'warning', '2.31'],
    [{ maxConnections: 20 }, 'warning', 'allows 20'],
  ] as const)('finds a database with %j', (fault, state, said) => {
    const found = judgeDatabase({ ...well, ...fault }, { connections: 16 })
    expect(found).toMatchObject([{ state, said: expect.stringContaining(said), mend: expect.any(String) }])
  })

  it('is content with a database that is well, also where texts have no version of sorting', () => {
    expect(judgeDatabase(well, { connections: 16 })).toMatchObject([{ state: 'ok' }])
    expect(
      judgeDatabase({ ...well, collation: { recorded: null, actual: '2.36' } }, { connections: 16 }),
    ).toMatchObject([{ state: 'ok' }])
  })

  it('tells an older database from a newer one', () => {
    expect(judgeMigrations(null, steps).state).toBe('ok')
    expect(judgeMigrations(steps, steps).state).toBe('ok')
    expect(judgeMigrations(well.migrations, steps)).toMatchObject({ state: 'warning', said: /1 step has/ })
    expect(judgeMigrations([...steps, { number: 3, name: 'three' }], steps)).toMatchObject({
      state: 'error',
      said: expect.stringContaining('three'),
    })
  })

  it('finds clocks that disagree, in both directions', () => {
    expect(judgeClock(-900).state).toBe('ok')
    expect(judgeClock(-9_000)).toMatchObject({ state: 'warning', said: expect.stringContaining('9 seconds behind') })
    expect(judgeClock(90_000)).toMatchObject({ state: 'error', said: expect.stringContaining('90 seconds before') })
  })

  it('finds that nobody runs jobs, which is worse while people are at work', () => {
    const silent = { beatSecondsAgo: 7_300, failed: [], late: 9 }
    expect(judgeJobs(well.jobs, 3).map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect(judgeJobs(silent, 3)[0]).toMatchObject({ state: 'error', said: expect.stringContaining('2 hours') })
    expect(judgeJobs(silent, 0)[0]).toMatchObject({ state: 'warning', mend: expect.stringContaining('start Keyturn') })
    expect(judgeJobs({ ...silent, beatSecondsAgo: null }, 3)[0]).toMatchObject({ state: 'error' })
  })

  it('counts jobs that were given up, and those that wait too long', () => {
    const failed = [{ name: 'send-alert', count: 3 }]
    const [, failures, waiting] = judgeJobs({ beatSecondsAgo: 1, failed, late: 40 }, 3)
    expect(failures).toMatchObject({ state: 'warning', said: '3 in the last 24 hours: send-alert (3).' })
    expect(waiting).toMatchObject({ state: 'warning', said: expect.stringContaining('40') })
  })

  it('finds a disk without room, and a folder of somebody else', () => {
    expect(judgeFolder('/data', { free: 5 * 1024 ** 3, isWritable: true })).toMatchObject({ state: 'ok' })
    expect(judgeFolder('/data', { free: 600 * 1024 ** 2, isWritable: true })).toMatchObject({ state: 'warning' })
    expect(judgeFolder('/data', { free: 60 * 1024 ** 2, isWritable: true })).toMatchObject({ state: 'error' })
    expect(judgeFolder('/data', { free: 5 * 1024 ** 3, isWritable: false })).toMatchObject({ state: 'error' })
  })

  it.each([
    ['https://crm.example.com', 'alive', 'ok'],
    ['https://crm.example.com/', 'other', 'warning'],
    ['https://crm.example.com', 'unreachable', 'warning'],
    ['https://crm.example.com', 'certificate', 'error'],
    ['http://crm.example.com', 'alive', 'error'],
    ['https://crm.example.com/crm', 'alive', 'error'],
    ['https://me:pw@crm.example.com', 'alive', 'error'],
    ['http://localhost:3000', 'alive', 'warning'],
  ] as const)('judges the address %s, where it is %s: %s', (address, answer, state) => {
    const found = judgeSite(address, answer)
    expect(found.state).toBe(state)
    expect(found.said).not.toContain('pw')
  })

  it('asks for a backup of late, or an archive of the database', () => {
    const asked = { at: null, archivedAt: null, now, isDemo: false }
    expect(judgeBackup(asked)).toMatchObject({ state: 'warning', said: 'None is known.' })
    expect(judgeBackup({ ...asked, isDemo: true }).state).toBe('ok')
    expect(judgeBackup({ ...asked, at: new Date('2026-11-21T03:00:00Z') }).state).toBe('ok')
    expect(judgeBackup({ ...asked, at: new Date('2026-11-18T03:00:00Z') })).toMatchObject({
      state: 'warning',
      said: expect.stringContaining('3 days'),
    })
    expect(judgeBackup({ ...asked, archivedAt: new Date('2026-11-21T11:00:00Z') }).state).toBe('ok')
  })

  it('says spans of time as people do', () => {
    expect([40_000, 90_000, 130_000, 7_300_000, 3 * 86_400_000].map(spanOf)).toEqual([
      '40 seconds',
      '90 seconds',
      '2 minutes',
      '2 hours',
      '3 days',
    ])
  })
})
