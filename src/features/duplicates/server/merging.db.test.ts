import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, addArea, adminAtWork, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { createLead, type NewLeadFields } from '../../leads/server/commands/create.ts'
import { requireFullLead } from '../../leads/server/queries/leads.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { addMilestones } from '../../milestones/server/commands.ts'
import { duplicateHandlers } from './handlers.ts'

let database: Database
let ann: TestPerson
let bob: TestPerson
let admin: TestPerson
let areas: number[]
let tags: number[]

const extra: HandlerExtra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }

beforeAll(async () => {
  database = await openTestDatabase()
  areas = [await addArea(database, 'locality', 'East'), await addArea(database, 'locality', 'West')]
  const { rows } = await database.pool.query(`INSERT INTO tags (name) VALUES ('Hot'), ('Cold') RETURNING id`)
  tags = rows.map(row => row.id)
  const first = await addAgent(database, 'Ann')
  ann = agentAtWork(database, first)
  bob = agentAtWork(database, await addAgent(database, 'Bob'))
  admin = adminAtWork(database, first.user_id)
})

afterAll(() => database.close())

async function add(fields: NewLeadFields & { occupation?: string }, owner: TestPerson = ann): Promise<number> {
  const { id, outcome } = await owner.writing(ctx => createLead(ctx, { agent_id: owner.viewer.agent_id, ...fields }))
  expect(outcome).toBe('created')
  return id
}
const merge = (id: number, other: number, input: object = {}, { person = ann, ifMatch = null as number | null } = {}) =>
  person.writing(ctx => duplicateHandlers.merge(ctx, { id, with: other, ...input }, { ...extra, ifMatch }))
const undo = (id: number, person = ann) => person.writing(ctx => duplicateHandlers.undo(ctx, { id }, extra))
const lead = (id: number, person = ann) => requireFullLead(person.reading, id)
const timeline = async (id: number): Promise<string[]> =>
  (await database.pool.query('SELECT description FROM milestones WHERE lead_id = $1 ORDER BY id', [id])).rows.map(
    row => row.description,
  )

describe('a merge', () => {
  it('keeps the timeline, tags and addresses of both, takes what was chosen, and leads on from the old address', async () => {
    const one = await add({
      first_name: 'Kept',
      last_name: 'Lead',
      email: 'kept@m.test',
      tag_ids: tags.slice(0, 1),
      area_ids: areas.slice(0, 1),
    })
    const two = await add({
      first_name: 'Gone',
      last_name: 'Lead',
      email: 'gone@m.test',
      phone: '+14165550301',
      tag_ids: tags,
      area_ids: areas,
    })
    await ann.writing(ctx =>
      addMilestones(ctx, [
        { lead_id: two, milestone_type_id: milestoneType.call, description: 'Called about schools' },
      ]),
    )
    const answer = await merge(one, two, { fields: { name: 'this', email: 'other' } })
    expect(answer.lead).toMatchObject({
      id: one,
      first_name: 'Kept',
      email: 'gone@m.test',
      phone: '+14165550301',
      signup_attempts: 2,
      tags: [{ name: 'Cold' }, { name: 'Hot' }],
      localities: [{ name: 'East' }, { name: 'West' }],
    })
    expect(answer.merge).toMatchObject({ lead: { id: one }, merged: { id: two, name: 'Gone Lead' }, can_undo: true })
    expect(await timeline(one)).toContain('Called about schools')
    expect(await timeline(one)).toContain(
      'Merged with Gone Lead. Copied over: e-mail, phone, areas. Also known by: kept@m.test.',
    )
    await expect(lead(two)).rejects.toMatchObject({
      code: 'not_found',
      data: { merged_into: { id: one, first_name: 'Kept', last_name: 'Lead' } },
    })
    await expect(lead(two, bob)).rejects.toMatchObject({ code: 'not_found', data: null })
    // The address that was not taken is still theirs.
    const again = await ann.writing(ctx => createLead(ctx, { email: 'Kept@m.test' }, { countSignUps: true }))
    expect(again).toMatchObject({ id: one, outcome: 'existing' })
    expect((await duplicateHandlers.ofLead(ann.reading, { id: one }, extra)).also_known_by).toEqual(['kept@m.test'])
  })

  it('goes on where it was merged again, and is undone in that order', async () => {
    const ids = [await add({ first_name: 'A' }), await add({ first_name: 'B' }), await add({ first_name: 'C' })]
    const [a = 0, b = 0, c = 0] = ids
    const first = await merge(b, a)
    const second = await merge(c, b)
    await expect(lead(a)).rejects.toMatchObject({ data: { merged_into: { id: c } } })
    await expect(undo(first.merge.id)).rejects.toMatchObject({ code: 'not_found' })
    await undo(second.merge.id)
    await undo(first.merge.id)
    expect((await Promise.all(ids.map(id => lead(id)))).map(each => each.first_name)).toEqual(['A', 'B', 'C'])
  })

  it('of leads of two agents is for administrators, and nobody merges what they do not reach', async () => {
    const hers = await add({ first_name: 'Hers' })
    const his = await add({ first_name: 'His' }, bob)
    const team = agentAtWork(database, { user_id: ann.viewer.user_id, agent_id: ann.viewer.agent_id ?? 0 }, [
      bob.viewer.agent_id ?? 0,
    ])
    await expect(merge(hers, his)).rejects.toMatchObject({ code: 'not_found' })
    await expect(merge(hers, his, {}, { person: team })).rejects.toMatchObject({ code: 'forbidden' })
    expect((await duplicateHandlers.compare(team.reading, { id: hers, with: his }, extra)).refusal).toMatch(
      /different agents/,
    )
    const { merge: done } = await merge(hers, his, { fields: { agent_id: 'other' } }, { person: admin })
    expect((await lead(hers, bob)).agent_id).toBe(bob.viewer.agent_id)
    await expect(undo(done.id, bob)).rejects.toMatchObject({ code: 'forbidden' })
    await undo(done.id, admin)
    expect((await lead(hers)).agent_id).toBe(ann.viewer.agent_id)
  })

  it('is refused when either lead changed since it was compared, or when both are one', async () => {
    const [one, two] = [await add({ first_name: 'One' }), await add({ first_name: 'Two' })]
    const version = (await lead(one)).version
    await expect(merge(one, two, {}, { ifMatch: version + 1 })).rejects.toMatchObject({ code: 'stale' })
    await expect(merge(one, two, { with_version: 9 })).rejects.toMatchObject({ code: 'stale' })
    await expect(merge(one, one)).rejects.toMatchObject({ code: 'validation' })
    await merge(one, two, { with_version: version }, { ifMatch: version })
  })

  it('happens once when two people merge at the same moment, whichever way round', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two, three] = [await add({}), await add({}), await add({})]
      const results = await Promise.allSettled([
        merge(one, two),
        merge(two, one),
        merge(one, two),
        merge(three, two),
        ann.writing(ctx => createLead(ctx, { email: `race${round}@m.test` })),
      ])
      expect(results.slice(0, 4).filter(result => result.status === 'fulfilled').length).toBeLessThanOrEqual(2)
      const { rows } = await database.pool.query(
        `SELECT count(*) FILTER (WHERE deleted_at IS NULL)::int AS alive,
                count(*) FILTER (WHERE merged_into IS NOT NULL)::int AS merged FROM leads WHERE id = ANY($1)`,
        [[one, two, three]],
      )
      const merges = results.slice(0, 4).filter(result => result.status === 'fulfilled').length
      expect(rows[0]).toEqual({ alive: 3 - merges, merged: merges })
      for (const result of results.slice(0, 4))
        if (result.status === 'rejected') expect(['conflict', 'not_found']).toContain(result.reason.code)
    }
  })
})

describe('its undo', () => {
  it('is offered for 30 days, once', async () => {
    const [one, two, three] = [await add({ first_name: 'In' }), await add({ first_name: 'Time' }), await add({})]
    const { merge: early } = await merge(one, two)
    const age = (id: number, days: number) =>
      database.pool.query('UPDATE lead_merges SET merged_at = now() - make_interval(days => $2) WHERE id = $1', [
        id,
        days,
      ])
    await age(early.id, 29)
    await undo(early.id)
    await expect(undo(early.id)).rejects.toMatchObject({ code: 'conflict', message: 'This merge was already undone.' })
    const { merge: late } = await merge(one, three)
    await age(late.id, 31)
    await expect(undo(late.id)).rejects.toMatchObject({ message: 'A merge can be undone for 30 days.' })
  })

  it('keeps what changed since, says so, and gives nobody an address that somebody else has', async () => {
    const one = await add({ first_name: 'Stay', email: 'stay@u.test', tag_ids: tags.slice(0, 1) })
    const two = await add({ first_name: 'Away', email: 'away@u.test', occupation: 'Nurse', tag_ids: tags.slice(1) })
    const { merge: done } = await merge(one, two, { fields: { name: 'other', email: 'other' } })
    const merged = await lead(one)
    await ann.writing(ctx => createLead(ctx, { email: 'new@u.test', agent_id: ann.viewer.agent_id }))
    await database.pool.query(`UPDATE leads SET first_name = 'Edited', version = version + 1 WHERE id = $1`, [
      merged.id,
    ])
    const { kept } = await undo(done.id)
    expect(kept).toEqual(['Name'])
    expect(await lead(one)).toMatchObject({
      first_name: 'Edited',
      email: 'stay@u.test',
      occupation: '',
      tags: [{ name: 'Hot' }],
    })
    expect(await lead(two)).toMatchObject({
      first_name: 'Away',
      email: 'away@u.test',
      occupation: 'Nurse',
      tags: [{ name: 'Cold' }],
    })
  })

  it('gives both leads back whose score the merge counted anew', async () => {
    const one = await add({ first_name: 'One' })
    const two = await add({ first_name: 'Two' })
    await database.pool.query('UPDATE leads SET lead_score = 77 WHERE id = ANY($1)', [[one, two]])
    const { merge: done } = await merge(one, two)
    await undo(done.id)
    expect([await lead(one), await lead(two)]).toMatchObject([{ first_name: 'One' }, { first_name: 'Two' }])
  })

  it('leaves an address with the lead that stays when it was written there by hand since', async () => {
    const one = await add({ first_name: 'Stay', email: 'stay2@u.test' })
    const two = await add({ first_name: 'Away', email: 'away2@u.test' })
    const { merge: done } = await merge(one, two)
    await ann.writing(async ctx => {
      const { leadHandlers } = await import('../../leads/server/handlers.ts')
      await leadHandlers.update(ctx, { id: one, email: 'away2@u.test' }, extra)
    })
    const { kept } = await undo(done.id)
    expect(kept).toEqual(['E-mail of Away'])
    expect([(await lead(one)).email, (await lead(two)).email]).toEqual(['away2@u.test', null])
  })
})
