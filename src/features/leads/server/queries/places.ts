import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { AreaNode } from '../../contract/leads.ts'
import type { AreaReference } from '../../contract/record.ts'

type Area = Pick<Row<'areas'>, 'id' | 'type' | 'name' | 'parent_id'> & Retirable

type Site = Pick<Row<'sites'>, 'id' | 'name' | 'domain'> & Retirable

interface Retirable {
  /** No longer offered for anything new. */
  is_retired: boolean
}

/** An area that was merged: its old name, and the one that stands for it. */
interface MergedArea extends Pick<Row<'areas'>, 'id' | 'name'> {
  into: number
}

/** Places and sites, by id; they change a few times a year and are named by every row of a list. */
export interface Places {
  /** By id; under the id of a merged area is the one that stands for it. */
  areas: ReadonlyMap<number, Area>
  merged: readonly MergedArea[]
  children: ReadonlyMap<number | null, readonly Area[]>
  sites: ReadonlyMap<number, Site>
  /** Which state of the names it is. */
  version: string
}

/** Which state of the names of tags, agents, places and sites a statement sees. */
export const namesVersion = sql<string>`(SELECT names_version())`

/** One entry for each database that this process serves. */
const known = new WeakMap<object, Places>()

/** The places; `version` is the state of names that the caller's rows were read with. */
export async function placesOf(ctx: QueryContext, version?: string): Promise<Places> {
  const places = known.get(ctx.config)
  const wanted = version ?? (await readVersion(ctx))
  if (places?.version === wanted) return places
  // The version before the names: what changes in between is read, and read once more by the next who asks.
  const read = await readPlaces(ctx, version === undefined ? wanted : await readVersion(ctx))
  known.set(ctx.config, read)
  return read
}

async function readVersion({ db }: QueryContext): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT names_version() AS version`.execute(db)
  return rows[0]?.version ?? ''
}

async function readPlaces({ db }: QueryContext, version: string): Promise<Places> {
  const [areas, sites] = [
    await sql<Area & Pick<Row<'areas'>, 'merged_into'>>`
      SELECT id, type, name, parent_id, retired_at IS NOT NULL AS is_retired, merged_into FROM areas ORDER BY name, id`.execute(
      db,
    ),
    await sql<Site>`SELECT id, name, domain, retired_at IS NOT NULL AS is_retired FROM sites ORDER BY name, id`.execute(
      db,
    ),
  ]
  const live = areas.rows.flatMap(({ merged_into, ...area }) => (merged_into === null ? [area] : []))
  const byId = new Map(live.map(area => [area.id, area]))
  const merged = areas.rows.flatMap(({ id, name, merged_into: into }) => (into === null ? [] : [{ id, name, into }]))
  const standIns = merged.flatMap(({ id, into }) => {
    const area = byId.get(into)
    return area ? [[id, area] as const] : []
  })
  return {
    areas: new Map([...byId, ...standIns]),
    merged,
    children: Map.groupBy(live, area => area.parent_id),
    sites: new Map(sites.rows.map(site => [site.id, site])),
    version,
  }
}

/** The asked places with everything inside them; `null` when none was asked for. */
export function areasWithin(places: Places, locations: readonly AreaReference[] | undefined): number[] | null {
  if (!locations || locations.length === 0) return null
  const found = new Set<number>()
  const add = (id: number) => {
    if (found.has(id)) return
    found.add(id)
    for (const child of places.children.get(id) ?? []) add(child.id)
  }
  for (const { area_id, area_type } of locations) {
    const area = places.areas.get(area_id)
    if (area?.type === area_type) add(area.id)
  }
  // Records that still have the id of a merged area lie where the other one lies.
  for (const { id, into } of places.merged) if (found.has(into)) found.add(id)
  return [...found]
}

/** Whether a place is no longer offered: it was retired, or what it lies in was. */
export function isRetired(places: Places, id: number): boolean {
  for (let area = places.areas.get(id); area; area = places.areas.get(area.parent_id ?? 0))
    if (area.is_retired) return true
  return false
}

/** All places as a tree. */
export function areaTree(places: Places, parent: number | null = null, isWithinRetired = false): AreaNode[] {
  return (places.children.get(parent) ?? []).map(({ id, type, name, is_retired: isOwn }) => {
    const is_retired = isOwn || isWithinRetired
    return { id, type, name, is_retired, children: areaTree(places, id, is_retired) }
  })
}

/** Every source a lead came from; walks the index from value to value instead of reading the table. */
export async function leadSources(ctx: QueryContext): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'source'>>`
    WITH RECURSIVE found AS (
      (SELECT source FROM leads WHERE deleted_at IS NULL AND NOT is_bogus ORDER BY source LIMIT 1)
      UNION ALL
      SELECT (SELECT l.source FROM leads l WHERE l.deleted_at IS NULL AND NOT l.is_bogus AND l.source > found.source
              ORDER BY l.source LIMIT 1)
      FROM found WHERE found.source IS NOT NULL)
    SELECT source FROM found WHERE source IS NOT NULL`.execute(ctx.db)
  return rows.map(row => row.source)
}

/** Which of these tags the viewer may put on a lead. */
export async function usableTags(ctx: QueryContext, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Pick<Row<'tags'>, 'id'>>`
    SELECT id FROM tags WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL AND merged_into IS NULL
      AND (agent_id IS NULL OR agent_id = ${viewer.agent_id})`.execute(ctx.db)
  return rows.map(row => row.id)
}
