import {
  aboutLead,
  defineRights,
  leadPeople,
  nothing,
  office,
  type Request,
  reachesNone,
} from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { tagCalls } from './contract.ts'

/** A tag of the account itself; of `agent` for people without an agent record. Without an account, a default tag. */
const tag = async (world: World, account: string | null, deletedAt: Date | null = null): Promise<number> =>
  world.one('INSERT INTO tags (name, agent_id, deleted_at) VALUES ($1, $2, $3) RETURNING id', [
    `Tag ${world.unused()}`,
    account === null ? null : await world.agentId(account),
    deletedAt,
  ])

const aboutTag =
  (fields: object = {}, deletedAt?: Date): Request =>
  async (world, account) => ({ path: { id: await tag(world, account, deletedAt) }, body: fields, reachesNone })

const tagOnLead: Request = async (world, account) => ({
  body: { tag_ids: [await tag(world, null)], lead_ids: [await world.lead(account)] },
})

/** A valid request for each call, and who may make it. */
export const rights = defineRights(tagCalls, {
  list: [leadPeople, nothing],
  ofLeads: [leadPeople, async (world, account) => ({ body: { selected: [await world.lead(account)] } })],
  tagLead: [leadPeople, aboutLead({ tag: 'Met at the open house' })],
  // Who only matches leads to deals makes no tags.
  create: [leadPeople, world => ({ body: { tag: `Made ${world.unused()}` }, refuses: ['deals'] })],
  update: [leadPeople, aboutTag({ colour: 'green' })],
  remove: [leadPeople, async (world, account) => ({ body: { tag_id: await tag(world, account) }, reachesNone })],
  restore: [leadPeople, aboutTag({}, new Date())],
  assign: [leadPeople, tagOnLead],
  unassign: [leadPeople, tagOnLead],
  managed: [leadPeople, nothing],
  merge: [
    office,
    async (world, account) => ({
      path: { id: await tag(world, account) },
      body: { into: await tag(world, null) },
    }),
  ],
  makeDefault: [office, aboutTag()],
})
