import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound, stale } from '../../../../platform/server/errors.ts'
import { addSite as insertSite } from '../../../settings/server/queries.ts'
import type { ManagedSite } from '../../contract.ts'
import { isSiteName, lockSite, managedSites, type StoredSite, writeSite } from '../queries/sites.ts'
import { publishPlaces } from './areas.ts'

/** A site as answers show it. */
export async function managedSite(ctx: Change, id: number): Promise<ManagedSite> {
  const [site] = await managedSites(ctx, id)
  if (!site) throw notFound('site')
  return site
}

const taken = (name: string) => conflict(`There is a site “${name}” already.`)

/** Adds a site. */
export async function addSite(ctx: Change, { name, domain }: { name: string; domain: string }): Promise<number> {
  const id = (await isSiteName(ctx, name, null)) ? null : await insertSite(ctx.db, { name, domain })
  if (id === null) throw taken(name)
  ctx.audit({ subject: 'site', subject_id: id, before: null, after: { name, domain } })
  publishPlaces(ctx, [])
  return id
}

async function unchangedSite(ctx: Change, id: number, version: number | null): Promise<StoredSite> {
  const site = await lockSite(ctx, id)
  if (version !== null && version !== site.version) throw stale(await managedSite(ctx, id))
  return site
}

/** Gives a site another name or address. */
export async function changeSite(
  ctx: WriteContext,
  id: number,
  { wanted, version }: { wanted: { name?: string | undefined; domain?: string | undefined }; version: number | null },
): Promise<void> {
  const site = await unchangedSite(ctx, id, version)
  const { name = site.name, domain = site.domain } = wanted
  if (name === site.name && domain === site.domain) return
  if (await isSiteName(ctx, name, id)) throw taken(name)
  await writeSite(ctx, { ...site, name, domain })
  ctx.audit({
    subject: 'site',
    subject_id: id,
    before: { name: site.name, domain: site.domain },
    after: { name, domain },
  })
  publishPlaces(ctx, [])
}

/** Offers a site no longer for anything new, or offers it again. */
export async function retireSite(
  ctx: WriteContext,
  id: number,
  { is_retired, version }: { is_retired: boolean; version: number | null },
): Promise<void> {
  const site = await unchangedSite(ctx, id, version)
  if (is_retired === (site.retired_at !== null)) return
  await writeSite(ctx, { ...site, retired_at: is_retired ? ctx.now.toISOString() : null })
  ctx.audit({
    subject: 'site',
    subject_id: id,
    before: { name: site.name, is_retired: !is_retired },
    after: { name: site.name, is_retired },
  })
  publishPlaces(ctx, [])
}
