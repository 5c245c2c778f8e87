import { defineRights, nothing, office, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { placesCalls } from './contract.ts'

const city = (world: World): Promise<number> =>
  world.one(`INSERT INTO areas (type, name) VALUES ('locality', $1) RETURNING id`, [`City ${world.unused()}`])

const site = (world: World): Promise<number> => {
  const name = `site-${world.unused()}`
  return world.one('INSERT INTO sites (name, domain) VALUES ($1, $2) RETURNING id', [name, `${name}.test`])
}

const aboutCity =
  (fields: object): Request =>
  async world => ({ path: { id: await city(world) }, body: fields })

const aboutSite =
  (fields: object): Request =>
  async world => ({ path: { id: await site(world) }, body: fields })

const intoAnother: Request = async world => ({ path: { id: await city(world) }, body: { into: await city(world) } })

const aboutMerge: Request = async world => ({
  path: {
    id: await world.one(
      `WITH merged AS (UPDATE areas SET merged_into = $2 WHERE id = $1 RETURNING id),
        made AS (INSERT INTO area_merges (area_id, into_id, merged_at) SELECT id, $2, now() FROM merged RETURNING id)
      INSERT INTO area_merge_areas (merge_id, area_id, type, into_id) SELECT id, $1, 'locality', $2 FROM made
      RETURNING merge_id AS id`,
      [await city(world), await city(world)],
    ),
  },
})

/** A valid request for each call, and who may make it. */
export const rights = defineRights(placesCalls, {
  areas: [office, nothing],
  addArea: [office, world => ({ body: { name: `New ${world.unused()}`, parent_id: null } })],
  changeArea: [office, async world => ({ path: { id: await city(world) }, body: { name: `Other ${world.unused()}` } })],
  retireArea: [office, aboutCity({ is_retired: true })],
  previewMerge: [office, intoAnother],
  mergeArea: [office, intoAnother],
  merges: [office, nothing],
  previewUndo: [office, aboutMerge],
  undoMerge: [office, aboutMerge],
  addAreas: [office, world => ({ body: { text: `Pasted ${world.unused()}\n  Inside` } })],
  sites: [office, nothing],
  addSite: [office, world => ({ body: { name: `New ${world.unused()}`, domain: 'new.test' } })],
  changeSite: [office, aboutSite({ domain: 'other.test' })],
  retireSite: [office, aboutSite({ is_retired: true })],
})
