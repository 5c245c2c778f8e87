import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import type { ManagedSite } from '../../contract.ts'

/** A site as it is kept. */
export type StoredSite = Pick<Row<'sites'>, 'id' | 'name' | 'domain' | 'retired_at' | 'version'>

const columns = sql`id, name, domain, retired_at, version`

/** The sites with how much refers to each; `id` asks for one. */
export async function managedSites({ db }: QueryContext, id: number | null = null): Promise<ManagedSite[]> {
  const { rows } = await sql<ManagedSite>`
    WITH came AS (SELECT site_id, count(*)::int AS leads FROM leads WHERE site_id IS NOT NULL GROUP BY site_id)
    SELECT s.id, s.name, s.domain, s.retired_at IS NOT NULL AS is_retired, s.version, coalesce(came.leads, 0) AS leads,
      (SELECT count(*)::int FROM agents WHERE s.id = ANY (site_ids)) AS agents,
      (SELECT count(*)::int FROM campaigns c WHERE c.site_id = s.id AND c.deleted_at IS NULL) AS campaigns,
      (SELECT count(*)::int FROM intake_sources i WHERE i.site_id = s.id) AS sources
    FROM sites s LEFT JOIN came ON came.site_id = s.id
    WHERE ${id}::int IS NULL OR s.id = ${id} ORDER BY lower(s.name), s.id`.execute(db)
  return rows
}

/** A site locked for a change of its own. */
export async function lockSite({ db }: Change, id: number): Promise<StoredSite> {
  const { rows } = await sql<StoredSite>`SELECT ${columns} FROM sites WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)
  if (!rows[0]) throw notFound('site')
  return rows[0]
}

/** Whether another site has this name, in whatever case. */
export async function isSiteName({ db }: QueryContext, name: string, except: number | null): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sites WHERE folded(name) = folded(${name}) AND id IS DISTINCT FROM ${except}::int`.execute(db)
  return rows.length > 0
}

/** Writes columns of a site, one version on. */
export async function writeSite({ db }: Change, site: StoredSite): Promise<void> {
  const { rows } = await sql`
    UPDATE sites SET name = ${site.name}, domain = ${site.domain}, retired_at = ${site.retired_at}::timestamptz,
      version = version + 1
    WHERE id = ${site.id} AND NOT EXISTS (SELECT FROM sites other WHERE other.name = ${site.name} AND other.id <> ${site.id})
    RETURNING id`.execute(db)
  if (rows.length === 0) throw conflict('There is a site of this name already.')
}

/** Names of sites. */
export async function siteNames({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Pick<Row<'sites'>, 'id' | 'name'>>`
    SELECT id, name FROM sites WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
