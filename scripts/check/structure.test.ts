import { expect, test } from 'vitest'
import { structureProblems } from './structure.ts'

test('a feature built from the closed list of files has no problems', () => {
  const inside = [
    'contract.ts',
    'rules.ts',
    'events.ts',
    'rights.ts',
    'demo/seed.ts',
    'server/feature.ts',
    'server/handlers.ts',
    'server/queries/list.ts',
    'server/listeners.ts',
  ]
  const web = [
    'web/feature.ts',
    'web/client.ts',
    'web/pieces.tsx',
    'web/LeadsPage.tsx',
    'web/LeadsPage.module.css',
    'web/useLeads.ts',
  ]
  const tests = ['rules.test.ts', 'server/handlers.db.test.ts', 'web/LeadsPage.test.tsx']
  expect(structureProblems([...inside, ...web, ...tests].map(path => `src/features/leads/${path}`))).toEqual([])
})

test.each([
  'server/features.ts',
  'demo/leads/lead.ts',
  'rights/leads.ts',
  'server/repository.ts',
  'web/lead-stuff.ts',
  'server/model/lead.ts',
  'schema.ts',
  'web/leadsPage.tsx',
])('a feature may not hold %s', path => {
  const wired = 'src/features/leads/web/feature.ts'
  expect(structureProblems([wired, `src/features/leads/${path}`])).toEqual([expect.stringContaining(path)])
})

test.each(['index', 'utils', 'helpers', 'common', 'types', 'constants', 'service', 'manager'])(
  'a file or folder called %s is refused anywhere',
  name => {
    expect(structureProblems([`src/platform/web/${name}.ts`])).toHaveLength(1)
    expect(structureProblems([`src/platform/${name}/dates.ts`])).toHaveLength(1)
  },
)

test('a screen holds components, their styles, what they decide, and how it is wired', () => {
  const inside = ['feature.ts', 'LeadPage.tsx', 'LeadPage.module.css', 'useLeadKeys.ts', 'list/TaskRow.tsx']
  expect(structureProblems(inside.map(path => `src/screens/lead/${path}`))).toEqual([])
})

test.each(['list/rows/Row.tsx', 'leadPage.tsx', 'lead-keys.ts'].map(path => `src/screens/lead/${path}`))(
  '%s is refused',
  path => {
    expect(structureProblems([path, 'src/screens/lead/feature.ts'])).toEqual([expect.stringContaining(path)])
  },
)

test.each(['src/features/leads/web/list/LeadsPage.tsx', 'src/screens/lead/LeadPage.tsx'])(
  'nothing wires %s: that is refused',
  path => {
    expect(structureProblems([path])).toEqual([expect.stringContaining('feature.ts is missing')])
  },
)

test('a feature without a tier is refused', () => {
  expect(structureProblems(['src/features/weather/contract.ts'])).toEqual([expect.stringContaining('no tier')])
})

test('a folder that no longer fits in one glance is refused, whatever is below it', () => {
  const panels = Array.from({ length: 26 }, (_panel, at) => `src/platform/ui/Panel${at}.tsx`)
  expect(structureProblems(panels)).toEqual(['src/platform/ui has 26 entries, more than 25: give it rooms.'])
  expect(structureProblems(panels.map(path => path.replace('ui/', 'ui/panels/')).slice(1))).toEqual([])
})

test('a file beside a folder of its name is refused', () => {
  const paths = ['src/features/leads/rules.ts', 'src/features/leads/rules/score.ts']
  expect(structureProblems(paths)).toEqual([
    'src/features/leads/rules.ts stands beside a folder of its name: it goes into the folder.',
  ])
})
