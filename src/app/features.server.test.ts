import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { tiers } from '../../scripts/check/tiers.ts'
import type { Audience } from '../platform/server/context.ts'
import type { AuditSubject } from '../platform/wire/audit.ts'
import type { Right } from '../platform/wire/call.ts'
import type { Topic } from '../platform/wire/live.ts'

const list = readFileSync(join(import.meta.dirname, 'features.server.ts'), 'utf8')
const folderOf = new Map(
  [...list.matchAll(/import \{ (\w+) \} from '..\/features\/([^/]+)\//g)].map(([, name, folder]) => [name, folder]),
)
const listed = [...list.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => folderOf.get(name) ?? '')

test('every feature with a server is in the list', () => {
  const features = join(import.meta.dirname, '../features')
  const served = readdirSync(features).filter(name => readdirSync(join(features, name)).includes('server'))
  expect([...listed].sort()).toEqual(served.sort())
})

test('the list goes from the lowest tier to the highest, as the demo is filled', () => {
  const levels = listed.map(name => tiers.findIndex(tier => tier.includes(name)))
  expect(levels).toEqual(levels.toSorted((a, b) => a - b))
})

test('rights, topics and subjects of the audit log are names that a feature declares', () => {
  expectTypeOf<'view_leads'>().toExtend<Right>()
  expectTypeOf<'veiw_leads'>().not.toExtend<Right>()
  expectTypeOf<'right:veiw_leads'>().not.toExtend<Audience>()
  expectTypeOf<'task'>().toExtend<AuditSubject>()
  expectTypeOf<'taks'>().not.toExtend<AuditSubject>()
  expectTypeOf<'taks'>().not.toExtend<Topic>()
})
