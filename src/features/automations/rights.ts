import { agents, defineRights, nothing, office, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { automationCalls } from './contract/calls.ts'

const definition = {
  trigger: { kind: 'lead_created' },
  filters: {},
  goal: null,
  again: 'never',
  start: 'task',
  steps: [
    {
      kind: 'create_task',
      id: 'task',
      task_type: 'phone_call',
      subject: 'Call',
      content: '',
      due_minutes: 0,
      next: null,
    },
  ],
}

/** Agents have the right by the feature of claiming. */
const people = [...agents, ...office]

/** An automation for the leads of the account, of the office for everybody's; it went through a dry run. */
async function automation(world: World, account: string): Promise<number> {
  const isAgent = agents.some(name => name === account)
  const id = await world.one(`INSERT INTO automations (name, agent_id) VALUES ($1, $2) RETURNING id`, [
    `Own ${world.unused()}`,
    isAgent ? await world.agentId(account) : null,
  ])
  await world.one(
    `WITH made AS (
       INSERT INTO automation_versions (automation_id, number, definition, saved_at) VALUES ($1, 1, $2, now()) RETURNING id)
     UPDATE automations SET rehearsed_version_id = made.id FROM made WHERE automations.id = $1 RETURNING automations.id`,
    [id, JSON.stringify(definition)],
  )
  return id
}

/** A run on a lead of the account, at a step that failed, or that waits. */
async function run(world: World, account: string, state: 'failed' | 'waiting') {
  const id = await automation(world, account)
  const runId = await world.one(
    `WITH made AS (
       INSERT INTO automation_runs (automation_id, version_id, lead_id, event_id, triggered_at, trigger_text, generation, state,
                                    step_id, planned_at, next_at, started_at)
       SELECT $1, v.id, $2, 1, now(), 'Lead created', 1, $3, 'task', now(), now() + interval '1 day', now()
       FROM automation_versions v WHERE v.automation_id = $1 RETURNING id),
     step AS (
       INSERT INTO automation_run_steps (run_id, step_id, kind, state, planned_at, ran_at)
       SELECT id, 'task', 'create_task', $3, now(), now() FROM made)
     SELECT id FROM made`,
    [id, await world.lead(account), state],
  )
  return { id, runId: Number(runId) }
}

const aboutAutomation =
  (given: object = {}): Request =>
  async (world, account) => ({ path: { id: await automation(world, account) }, body: given })

const aboutRun =
  (state: 'failed' | 'waiting'): Request =>
  async (world, account) => ({ path: await run(world, account, state) })

const aboutLead: Request = async (world, account) => ({
  path: { id: await automation(world, account), leadId: await world.lead(account) },
})

const create: Request = () => ({ body: { name: 'Call new leads', definition: JSON.stringify(definition) } })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(automationCalls, {
  list: [people, nothing],
  summary: [people, nothing],
  create: [people, create],
  get: [people, aboutAutomation()],
  update: [people, aboutAutomation({ name: 'Other' })],
  remove: [people, aboutAutomation()],
  activate: [people, aboutAutomation()],
  pause: [people, aboutAutomation()],
  dryRun: [people, aboutAutomation()],
  versions: [people, aboutAutomation()],
  runs: [people, aboutAutomation()],
  run: [people, aboutRun('waiting')],
  retry: [people, aboutRun('failed')],
  skip: [people, aboutRun('waiting')],
  stop: [people, aboutRun('waiting')],
  why: [people, aboutLead],
})
