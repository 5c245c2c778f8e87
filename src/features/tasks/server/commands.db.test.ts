import { addMinutes, subMinutes } from 'date-fns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change, JobContext, WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import type { Topic } from '../../../platform/wire/live.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { leadMergeUndone, leadsMerged } from '../../leads/events.ts'
import { changeAgents } from '../../leads/server/commands/agents.ts'
import { createLead } from '../../leads/server/commands/create.ts'
import { lockLead } from '../../leads/server/queries/leads.ts'
import type { Task, TaskFields } from '../contract.ts'
import { addTask, changeTask, completeTasks } from './commands/tasks.ts'
import { remindOfTask } from './jobs.ts'
import { lockTask } from './queries/tasks.ts'

let database: Database
let ann: TestPerson
let bob: TestPerson

interface PublishedChange {
  topic: Topic
  ids: readonly number[]
  audience: readonly string[]
}

/** Keeps what browsers were told and which jobs were put in, instead of telling and putting. */
function recording() {
  const published: PublishedChange[] = []
  const jobs: { data: object; startAfter: Date | undefined; key: string | undefined }[] = []
  const recorded = <Ctx extends Change>(ctx: Ctx): Ctx => ({
    ...ctx,
    changed: (topic, ids, audience) => void published.push({ topic, ids, audience }),
    enqueue: async (_job, data, { startAfter, singletonKey } = {}) =>
      void jobs.push({ data, startAfter, key: singletonKey }),
  })
  return { published, jobs, recorded }
}

const newLead = async (): Promise<number> =>
  (await ann.writing(ctx => createLead(ctx, { first_name: 'Lena', agent_id: ann.viewer.agent_id }))).id

const inTransaction = <Result>(work: (ctx: WriteContext) => Promise<Result>, at = new Date()) => {
  const { published, jobs, recorded } = recording()
  return ann.writing(ctx => work({ ...recorded(ctx), now: at })).then(result => ({ result, published, jobs }))
}

const newTask = (lead: number, fields: TaskFields) =>
  inTransaction(async ctx => addTask(ctx, await lockLead(ctx, lead), { task_type: 'phone_call', ...fields }))

async function remind(task: Task, at: Date): Promise<PublishedChange[]> {
  const { published, recorded } = recording()
  const ctx: JobContext = {
    ...ann.reading,
    signal: new AbortController().signal,
    transaction: <Result>(work: (change: Change) => Promise<Result>) => ann.writing(change => work(recorded(change))),
  }
  await remindOfTask.run(ctx, { task_id: task.id, at: at.toISOString() })
  return published
}

const stored = async (id: number) =>
  (await database.pool.query('SELECT agent_id, lead_id, completed FROM tasks WHERE id = $1', [id])).rows[0]
const openTasks = async (lead: number): Promise<number> =>
  (await database.pool.query('SELECT open_tasks FROM leads WHERE id = $1', [lead])).rows[0].open_tasks

beforeAll(async () => {
  database = await openTestDatabase()
  ann = agentAtWork(database, await addAgent(database, 'Ann'))
  bob = agentAtWork(database, await addAgent(database, 'Bob'))
})

afterAll(() => database.close())

describe('a reminder', () => {
  const due = addMinutes(new Date(), 60)

  it('waits in the queue until its minute, and tells the agent alone', async () => {
    const { result: task, jobs } = await newTask(await newLead(), {
      scheduled_at: due.toISOString(),
      reminder_minutes: 15,
    })
    const at = subMinutes(due, 15)
    expect(jobs).toEqual([
      { data: { task_id: task.id, at: at.toISOString() }, startAfter: at, key: `${task.id} ${at.toISOString()}` },
    ])
    expect(await remind(task, at)).toEqual([
      { topic: 'task-reminders', ids: [task.id], audience: [`user:${ann.viewer.user_id}`] },
    ])
  })

  it('is not given for a task that was moved, or done, in the meantime', async () => {
    const lead = await newLead()
    const { result: task } = await newTask(lead, { scheduled_at: due.toISOString(), reminder_minutes: 15 })
    const { jobs } = await inTransaction(async ctx =>
      changeTask(ctx, await lockTask(ctx, task.id, 'kept'), { scheduled_at: addMinutes(due, 30).toISOString() }),
    )
    expect(jobs).toHaveLength(1)
    expect(await remind(task, subMinutes(due, 15))).toEqual([])
    await inTransaction(async ctx => completeTasks(ctx, [await lockTask(ctx, task.id, 'kept')]))
    expect(await remind(task, addMinutes(due, 15))).toEqual([])
  })

  it('that would be in the past is not asked for', async () => {
    const { jobs } = await newTask(await newLead(), {
      scheduled_at: addMinutes(new Date(), 5).toISOString(),
      reminder_minutes: 60,
    })
    expect(jobs).toEqual([])
  })
})

describe('a lead that goes to another agent', () => {
  it('takes its open tasks along, and leaves those that are done with who did them', async () => {
    const lead = await newLead()
    const { result: open } = await newTask(lead, {})
    const { result: done } = await newTask(lead, {})
    await inTransaction(async ctx => completeTasks(ctx, [await lockTask(ctx, done.id, 'kept')]))
    const { published } = await inTransaction(ctx => changeAgents(ctx, [lead], bob.viewer.agent_id))
    expect(await stored(open.id)).toMatchObject({ agent_id: bob.viewer.agent_id })
    expect(await stored(done.id)).toMatchObject({ agent_id: ann.viewer.agent_id })
    expect(await openTasks(lead)).toBe(1)
    const audience = published.find(change => change.topic === 'tasks')?.audience
    expect(audience).toEqual(expect.arrayContaining([`agent:${ann.viewer.agent_id}`, `agent:${bob.viewer.agent_id}`]))
  })
})

describe('a lead that goes up in another', () => {
  it('has its open tasks counted on the other, and on itself when that is taken back', async () => {
    const [kept, merged] = [await newLead(), await newLead()]
    const { result: task } = await newTask(merged, {})
    const moveTo = (lead: number) => database.pool.query('UPDATE tasks SET lead_id = $2 WHERE id = $1', [task.id, lead])
    const event = { id: kept, merged_id: merged, agent_id: ann.viewer.agent_id, moved: new Map([['tasks', 1]]) }
    await moveTo(kept)
    await inTransaction(ctx => leadsMerged.emit(ctx, event))
    expect([await openTasks(kept), await openTasks(merged)]).toEqual([1, 0])
    await moveTo(merged)
    await inTransaction(ctx => leadMergeUndone.emit(ctx, event))
    expect([await openTasks(kept), await openTasks(merged)]).toEqual([0, 1])
  })
})

describe('many changes of one lead at once', () => {
  it('leave the count of its open tasks right', async () => {
    const lead = await newLead()
    const tasks = await Promise.all([0, 1, 2, 3].map(() => newTask(lead, {})))
    await Promise.all([
      ...tasks
        .slice(0, 3)
        .map(({ result }) => inTransaction(async ctx => completeTasks(ctx, [await lockTask(ctx, result.id, 'kept')]))),
      newTask(lead, {}),
    ])
    expect(await openTasks(lead)).toBe(2)
  })
})
