import type { World } from '../world.ts'

const definition = {
  trigger: { kind: 'lead_created' },
  filters: {},
  goal: null,
  again: 'never',
  start: null,
  steps: [],
}

/** An automation for everybody, with so many versions. */
async function addAutomation({ one }: World, versions: number): Promise<number> {
  const id = await one(`INSERT INTO automations (name) VALUES ('Same name') RETURNING id`)
  await one(
    `INSERT INTO automation_versions (automation_id, number, definition, saved_at)
     SELECT $1, place, $2, '2026-11-20T15:00:00Z' FROM generate_series(1, $3::int) AS place RETURNING id`,
    [id, JSON.stringify(definition), versions],
  )
  return id
}

/** Four automations of the same name. */
export async function addAutomations(world: World): Promise<undefined> {
  for (let place = 0; place < 4; place++) await addAutomation(world, 1)
}

/** An automation that was changed often. */
export const addAutomationVersions = async (world: World): Promise<{ path: { id: number } }> => ({
  path: { id: await addAutomation(world, 5) },
})

/** An automation with runs that began at the same moment. */
export async function addAutomationRuns(world: World): Promise<{ path: { id: number } }> {
  const id = await addAutomation(world, 1)
  for (let place = 1; place <= 5; place++)
    await world.one(
      `INSERT INTO automation_runs (automation_id, version_id, lead_id, event_id, triggered_at, trigger_text, generation, state,
                                    planned_at, started_at)
       SELECT $1, id, $2, $3, '2026-11-20T15:00:00Z', 'Lead created', 1, 'done', now(), now() FROM automation_versions
       WHERE automation_id = $1 RETURNING id`,
      [id, await world.lead('agent'), place],
    )
  return { path: { id } }
}
