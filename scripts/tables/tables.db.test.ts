import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { TEMPLATE, urlOfDatabase } from '../../src/testing/template.ts'
import { describeTables } from './describe.ts'

test('the types of the tables are those of the migrated database', async () => {
  const tables = await describeTables(urlOfDatabase(inject('databaseUrl'), TEMPLATE))
  await expect(tables).toMatchFileSnapshot(join(import.meta.dirname, '../../db/tables.gen.ts'))
})
