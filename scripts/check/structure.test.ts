import { expect, test } from 'vitest'
import { structureProblems } from './structure.ts'

test('a feature built from the closed list of files has no problems', () => {
  const inside = [
    'contract.ts',
    'rules.ts',
    'events.ts',
    'server/handlers.ts',
    'server/queries/list.ts',
    'server/listeners.ts',
  ]
  const web = ['web/client.ts', 'web/pieces.tsx', 'web/LeadsPage.tsx', 'web/LeadsPage.module.css', 'web/useLeads.ts']
  const tests = ['rules.test.ts', 'server/handlers.db.test.ts', 'web/LeadsPage.test.tsx']
  expect(structureProblems([...inside, ...web, ...tests].map(path => `src/features/leads/${path}`))).toEqual([])
})

test.each(['server/repository.ts', 'web/lead-stuff.ts', 'server/model/lead.ts', 'schema.ts', 'web/leadsPage.tsx'])(
  'a feature may not hold %s',
  path => {
    expect(structureProblems([`src/features/leads/${path}`])).toEqual([expect.stringContaining(path)])
  },
)

test.each(['index', 'utils', 'helpers', 'common', 'types', 'constants', 'service', 'manager'])(
  'a file or folder called %s is refused anywhere',
  name => {
    expect(structureProblems([`src/platform/web/${name}.ts`])).toHaveLength(1)
    expect(structureProblems([`src/platform/${name}/dates.ts`])).toHaveLength(1)
  },
)

test('a feature without a tier is refused', () => {
  expect(structureProblems(['src/features/weather/contract.ts'])).toEqual([expect.stringContaining('no tier')])
})
