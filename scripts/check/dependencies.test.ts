import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dependencyProblems } from './dependencies.ts'
import { tiers } from './tiers.ts'

const planted: string[] = []

afterEach(async () => {
  for (const root of planted.splice(0)) await rm(root, { recursive: true, force: true })
})

const installed = new URL('../../node_modules', import.meta.url).pathname

/** A project in which one file imports another. */
async function problemsOf(from: string, to: string, statement = 'import type { thing } from'): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'keyturn-rules-'))
  planted.push(root)
  symlinkSync(installed, join(root, 'node_modules'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const isFile = to.startsWith('src/')
  if (isFile) write(to, 'export const thing = 1\n')
  const specifier = isFile ? join('/', to).replace(/^\//, '../'.repeat(from.split('/').length - 1)) : to
  write(from, `${statement} '${specifier}'\nexport type Other = typeof thing\n`)
  return dependencyProblems(root)
}

test.each([
  ['a page imports its client', 'src/features/leads/web/list/LeadsPage.tsx', 'src/features/leads/web/client/leads.ts'],
  [
    'a higher feature uses the commands of a lower one',
    'src/features/imports/server/jobs.ts',
    'src/features/leads/server/commands.ts',
  ],
  [
    'a higher feature shows a piece of a lower one',
    'src/features/tasks/web/TaskList.tsx',
    'src/features/leads/web/pieces.tsx',
  ],
  ['the application knows features', 'src/app/features.server.ts', 'src/features/leads/server/feature.ts'],
  [
    'the demo of a feature builds on that of a lower one',
    'src/features/tags/demo.ts',
    'src/features/leads/demo/seed.ts',
  ],
  ['rights are said with the harness of tests', 'src/features/tags/rights.ts', 'src/testing/rights.ts'],
  ['the application reads how features are wired', 'src/app/features.web.ts', 'src/features/leads/web/feature.ts'],
  ['a screen shows a piece of a feature', 'src/screens/lead/LeadPage.tsx', 'src/features/tags/web/pieces.tsx'],
  ['the application opens a screen', 'src/app/features.web.ts', 'src/screens/lead/feature.ts'],
  ['an event is declared with the platform', 'src/features/leads/events.ts', 'src/platform/server/events.ts'],
  ['a job uses an integration', 'src/features/email/server/jobs.ts', 'src/integrations/mail/client.ts'],
])('it is fine that %s', async (_, from, to) => {
  expect(await problemsOf(from, to)).toEqual([])
})

test.each([
  ['platform-knows-no-feature', 'src/platform/server/calls/serve.ts', 'src/features/leads/contract/leads.ts'],
  ['platform-knows-no-feature', 'src/platform/server/calls/serve.ts', 'src/integrations/mail/client.ts'],
  ['platform-knows-no-feature', 'src/platform/server/mail/email.ts', 'src/product/brand/brands.ts'],
  ['the-product-stands-on-the-platform', 'src/product/site.ts', 'src/features/leads/contract/leads.ts'],
  ['web-imports-no-server', 'src/product/site.ts', 'src/product/config.ts'],
  ['integrations-know-no-feature', 'src/integrations/mail/client.ts', 'src/features/leads/contract/leads.ts'],
  ['only-app-sees-app', 'src/features/leads/web/list/LeadsPage.tsx', 'src/app/routes.tsx'],
  ['only-app-sees-app', 'src/screens/lead/LeadPage.tsx', 'src/app/shell/session.ts'],
  ['screens-are-for-app', 'src/features/leads/web/list/LeadsPage.tsx', 'src/screens/lead/LeadPage.tsx'],
  ['screens-are-for-app', 'src/platform/web/live/live.ts', 'src/screens/lead/modals/noteTask.ts'],
  ['screens-enter-by-the-door', 'src/screens/lead/LeadPage.tsx', 'src/features/leads/web/page/LeadHeader.tsx'],
  ['screens-enter-by-the-door', 'src/screens/tasks/TasksScreen.tsx', 'src/features/tasks/web/Tasks.module.css'],
  ['screens-enter-by-the-door', 'src/app/shell/Shell.tsx', 'src/features/bulk/web/BulkTray.tsx'],
  ['screens-know-no-manifest', 'src/screens/lead/LeadPage.tsx', 'src/features/leads/web/feature.ts'],
  ['web-imports-no-server', 'src/screens/lead/LeadPage.tsx', 'src/features/leads/server/queries.ts'],
  ['web-imports-no-server', 'src/features/leads/web/client/leads.ts', 'src/features/leads/server/queries.ts'],
  ['web-imports-no-server', 'src/platform/ui/Table.tsx', 'src/platform/server/config.ts'],
  ['server-imports-no-web', 'src/features/leads/server/handlers.ts', 'src/features/leads/web/client/leads.ts'],
  ['server-imports-no-web', 'src/platform/server/calls/serve.ts', 'react'],
  ['pure-files-use-no-node', 'src/features/leads/rules.ts', 'node:fs'],
  ['pure-files-use-no-browser-library', 'src/features/leads/contract/leads.ts', 'react'],
  ['pure-files-import-pure-files', 'src/features/leads/rules.ts', 'src/features/leads/web/client/leads.ts'],
  ['pure-files-import-pure-files', 'src/platform/wire/call.ts', 'src/platform/web/calls/call.ts'],
  ['only-events-name-the-server', 'src/features/leads/contract/leads.ts', 'src/platform/server/events.ts'],
  [
    'features-are-entered-by-the-door',
    'src/features/tasks/server/handlers.ts',
    'src/features/leads/server/handlers.ts',
  ],
  ['features-are-entered-by-the-door', 'src/features/tasks/web/TaskList.tsx', 'src/features/leads/web/LeadRow.tsx'],
  ['app-enters-servers-by-their-feature', 'src/app/server.ts', 'src/features/leads/server/handlers.ts'],
  ['only-the-list-and-demos-know-demos', 'src/features/leads/server/handlers.ts', 'src/features/leads/demo.ts'],
  ['features-are-entered-by-the-door', 'src/features/tags/server/feature.ts', 'src/features/leads/demo.ts'],
  ['demos-enter-features-by-the-door-or-the-demo', 'src/features/tags/demo.ts', 'src/features/leads/server/jobs.ts'],
  ['web-imports-no-server', 'src/features/leads/web/client/leads.ts', 'src/features/leads/demo/seed.ts'],
  ['rights-are-for-tests', 'src/features/leads/server/handlers.ts', 'src/features/leads/rights.ts'],
  ['the-harness-is-for-tests', 'src/features/leads/server/handlers.ts', 'src/testing/world.ts'],
  ['provider-libraries-only-in-integrations', 'src/features/email/server/remote.ts', 'nodemailer'],
  ['handlers-use-no-integration', 'src/features/email/server/handlers.ts', 'src/integrations/mail/client.ts'],
])('%s: %s may not import %s', async (rule, from, to) => {
  expect((await problemsOf(from, to)).filter(problem => problem.startsWith(`${rule}:`))).toHaveLength(1)
})

test('the database library is for queries only, its types for everybody', async () => {
  const from = 'src/features/leads/server/handlers.ts'
  expect(await problemsOf(from, 'kysely', 'import { thing } from')).toEqual([
    expect.stringContaining('database-library'),
  ])
  expect(await problemsOf(from, 'kysely')).toEqual([])
})

test.each([
  ['only-the-door-grants-permits', 'src/features/alerts/server/jobs/sendAlert.ts', 'src/platform/server/permit.ts'],
  ['only-the-door-grants-permits', 'src/app/server.ts', 'src/platform/server/permit.ts'],
  ['messages-need-a-permit', 'src/features/showings/server/jobs/sendEmail.ts', 'src/integrations/mail/client.ts'],
])('%s: %s may name the types of %s, and use nothing of it', async (rule, from, to) => {
  const value = await problemsOf(from, to, 'import { thing } from')
  expect(value.filter(problem => problem.startsWith(`${rule}:`))).toHaveLength(1)
  expect(await problemsOf(from, to)).toEqual([])
})

test('the door for messages to leads grants permits', async () => {
  const door = 'src/features/outbound/server/commands/trying.ts'
  expect(await problemsOf(door, 'src/platform/server/permit.ts', 'import { thing } from')).toEqual([])
})

test('a circle of type imports is a circle', async () => {
  const root = await mkdtemp(join(tmpdir(), 'keyturn-rules-'))
  planted.push(root)
  mkdirSync(join(root, 'src/platform/web'), { recursive: true })
  writeFileSync(
    join(root, 'src/platform/web/one.ts'),
    "import type { Two } from './two.ts'\nexport type One = Two | 1\n",
  )
  writeFileSync(
    join(root, 'src/platform/web/two.ts'),
    "import type { One } from './one.ts'\nexport type Two = One | 2\n",
  )
  expect(await dependencyProblems(root)).toEqual(expect.arrayContaining([expect.stringContaining('no-cycles')]))
})

test.each(tiers.slice(0, -1).map((names, level) => [level + 1, names[0] ?? '', tiers[level + 1]?.[0] ?? '']))(
  'tier %i: %s may not look up at %s',
  async (level, lower, upper) => {
    const problems = await problemsOf(`src/features/${lower}/rules.ts`, `src/features/${upper}/rules.ts`)
    expect(problems).toEqual([expect.stringContaining(`tier-${level}-looks-down`)])
  },
)

test('a feature may not look sideways at another of its tier', async () => {
  const problems = await problemsOf('src/features/notes/rules.ts', 'src/features/tasks/rules/tasks.ts')
  expect(problems).toEqual([expect.stringContaining('looks-down: src/features/notes/rules.ts')])
})
