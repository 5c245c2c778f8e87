import { body, defineRights, nothing, office, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { quotaCalls } from './contract/calls.ts'

const rule = (world: World) =>
  world.one(`INSERT INTO quota_rules (type, daily, weekly) VALUES ('buyer', 1, 3) RETURNING id`)
const ladders = {
  rental: [],
  buyer: [{ id: -1, daily: 1, weekly: 3, next: null, previous: null, next_conditions: [] }],
}

const newVersion: Request = async world => ({
  path: {
    id: await world.one(
      `INSERT INTO quota_versions (number, ladders) SELECT coalesce(max(number), 0) + 1, $1 FROM quota_versions
       RETURNING number AS id`,
      [JSON.stringify(ladders)],
    ),
  },
})

const aboutAgent =
  (fields: object): Request =>
  async world => ({ path: { agentId: await world.agentId('agent') }, body: { type: 'buyer', ...fields } })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(quotaCalls, {
  rules: [office, nothing],
  saveRule: [office, body({ type: 'buyer', daily: 1, weekly: 3 })],
  // Removing publishes the ladders that it read: a rule that somebody else's row has added meanwhile would be gone.
  removeRule: [office, async world => ({ path: { id: await rule(world) } }), 'in turn'],
  workspace: [office, nothing],
  saveDraft: [office, body({ ladders: JSON.stringify(ladders) })],
  discardDraft: [office, nothing],
  publish: [
    office,
    async world => {
      await world.one(
        `INSERT INTO quota_drafts (ladders, based_on) VALUES ($1, 0) ON CONFLICT (id) DO UPDATE SET based_on = 0 RETURNING id`,
        [JSON.stringify(ladders)],
      )
      return {}
    },
    'in turn',
  ],
  versions: [office, nothing],
  undoVersion: [office, newVersion, 'in turn'],
  restoreVersion: [office, newVersion, 'in turn'],
  agents: [office, body({ type: 'buyer' })],
  agent: [office, aboutAgent({})],
  override: [office, aboutAgent({ daily: 1, weekly: 2, reason: 'Covers Ajax', until: '2099-12-31' })],
  endOverride: [
    office,
    async (world, account) => {
      const asked = await aboutAgent({})(world, account)
      await world.one(
        `INSERT INTO quota_overrides (agent_id, type, daily, weekly, reason, until) VALUES ($1, 'buyer', 1, 2, 'Covers', '2099-12-31')
         ON CONFLICT (agent_id, type) WHERE ended_at IS NULL DO UPDATE SET daily = 1 RETURNING id`,
        [asked.path?.agentId],
      )
      return asked
    },
    'in turn',
  ],
  lift: [
    office,
    async (world, account) =>
      aboutAgent({ quota_rule_id: await rule(world), reason: 'Ready for more' })(world, account),
  ],
})
