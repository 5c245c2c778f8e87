import { aboutLead, nothing, type Requests, reachesNone } from '../ask.ts'
import type { World } from '../world.ts'

/** A tag of the account itself; of `agent` for people without an agent record. Without an account, a default tag. */
const tag = async (world: World, account: string | null, deletedAt: Date | null = null): Promise<number> =>
  world.one('INSERT INTO tags (name, agent_id, deleted_at) VALUES ($1, $2, $3) RETURNING id', [
    `Tag ${world.unused()}`,
    account === null ? null : await world.agentId(account),
    deletedAt,
  ])

const aboutTag =
  (fields: object = {}, deletedAt?: Date): Requests[string] =>
  async (world, account) => ({ path: { id: await tag(world, account, deletedAt) }, body: fields, reachesNone })

const tagOnLead: Requests[string] = async (world, account) => ({
  body: { tag_ids: [await tag(world, null)], lead_ids: [await world.lead(account)] },
})

/** Tags and who carries them. */
export const tagRequests: Requests = {
  'tags.list': nothing,
  'tags.ofLeads': async (world, account) => ({ body: { selected: [await world.lead(account)] } }),
  'tags.tagLead': aboutLead({ tag: 'Met at the open house' }),
  // Who only matches leads to deals makes no tags.
  'tags.create': world => ({ body: { tag: `Made ${world.unused()}` }, refuses: ['deals'] }),
  'tags.update': aboutTag({ colour: 'green' }),
  'tags.remove': async (world, account) => ({ body: { tag_id: await tag(world, account) }, reachesNone }),
  'tags.restore': aboutTag({}, new Date()),
  'tags.assign': tagOnLead,
  'tags.unassign': tagOnLead,
  'tags.managed': nothing,
  'tags.merge': async (world, account) => ({
    path: { id: await tag(world, account) },
    body: { into: await tag(world, null) },
  }),
  'tags.makeDefault': aboutTag(),
}
