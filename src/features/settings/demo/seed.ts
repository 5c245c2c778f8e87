import { sql } from 'kysely'
import type { DemoPart } from '../../../platform/demo/part.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { municipalities } from '../../../product/region/places.ts'
import { addPlaces } from '../server/queries.ts'

/** The consumer websites, with their share of the leads. */
export const demoSites = [
  { name: 'property', domain: 'property.test', weight: 52 },
  { name: 'condos', domain: 'condos.test', weight: 36 },
  { name: 'mrloft', domain: 'mrloft.test', weight: 12 },
] as const

/** An area of the database, as the queries answer it. */
export type AreaRow = Pick<Row<'areas'>, 'id' | 'type' | 'name' | 'parent_id'>

/** Where the brokerage works, and its websites. */
export const demo: DemoPart = {
  async prepare({ db }) {
    await addPlaces(db, municipalities)
    await ensureSites(db)
  },
}

/** The tree of places. */
export async function areasOfDemo(db: Db): Promise<AreaRow[]> {
  return (await sql<AreaRow>`SELECT id, type, name, parent_id FROM areas`.execute(db)).rows
}

/** The websites, in the order of `demoSites`. */
export async function sitesOfDemo(db: Db): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'sites'>, 'id' | 'name'>>`SELECT id, name FROM sites`.execute(db)
  return demoSites.map(site => rows.find(row => row.name === site.name)?.id ?? 0)
}

async function ensureSites(db: Db): Promise<void> {
  await Promise.all(
    demoSites.map(({ name, domain }) =>
      sql`
        INSERT INTO sites (name, domain) VALUES (${name}, ${domain})
        ON CONFLICT (name) DO UPDATE SET domain = excluded.domain`.execute(db),
    ),
  )
}
