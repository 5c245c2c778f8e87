import { expect, test } from 'vitest'
import { sqlProblems } from './sql.ts'

const query = "export const all = ctx => ctx.db.selectFrom('leads').selectAll().execute()\n"

test('SQL in the queries of a feature is at home', () => {
  expect(sqlProblems([{ path: 'src/features/leads/server/queries.ts', text: query }])).toEqual([])
  expect(sqlProblems([{ path: 'src/features/leads/server/queries/list.ts', text: query }])).toEqual([])
})

test('SQL in a handler is seen, written either way', () => {
  const path = 'src/features/leads/server/handlers.ts'
  expect(sqlProblems([{ path, text: query }])).toEqual([expect.stringContaining('selectFrom')])
  const template = `export const all = ctx => sql${'`SELECT 1`'}.execute(ctx.db)\n`
  expect(sqlProblems([{ path, text: template }])).toEqual([expect.stringContaining('SQL')])
})
