import type { World } from '../world.ts'

const AT = `'2026-11-20T15:00:00Z'::timestamptz`

/** The last of some imports that both failed at rows and merged others. */
export const importsOf = async (world: World, count: number) =>
  world.one(
    `WITH made AS (
       INSERT INTO imports (user_id, file_name, file_size, kind, encoding, has_header, columns, mapping, row_count, status,
         failed, merged, created_at, finished_at)
       SELECT $1, 'people.csv', 9, 'csv', 'utf-8', true, '[]', '[]', 10, 'done', 5, 5, ${AT}, ${AT}
       FROM generate_series(1, $2::int) RETURNING id),
     rows AS (
       INSERT INTO import_rows (import_id, row, line, outcome, reason, cells, lead_id)
       SELECT id, place, place, CASE WHEN place % 2 = 0 THEN 'failed' ELSE 'merged' END,
         CASE WHEN place % 2 = 0 THEN 'No name' END, '[]', (SELECT min(id) FROM leads)
       FROM made, generate_series(1, 10) AS place)
     SELECT max(id) AS id FROM made`,
    [await world.userId('admin'), count],
  )

/** An import that was taken back, but for five leads that somebody had changed. */
export async function importKept(world: World): Promise<number> {
  const id = await importsOf(world, 1)
  for (let place = 0; place < 5; place++)
    await world.one(
      `INSERT INTO import_rows (import_id, row, line, outcome, lead_id, undone) VALUES ($1, $2, $2, 'created', $3, 'kept') RETURNING row AS id`,
      [id, 100 + place, await world.lead('agent')],
    )
  await world.one(`UPDATE imports SET status = 'undone', kept = 5 WHERE id = $1 RETURNING id`, [id])
  return id
}
