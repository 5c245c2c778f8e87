import { beforeEach, describe, expect, it } from 'vitest'
import type { AnyPatch, QueuedWrite } from '../../../../platform/web/offline/offlineQueue.ts'
import { setOwnZone } from '../../../../platform/web/time/ownZone.ts'
import type { Lead, LeadRow } from '../../../leads/contract/record.ts'
import type { Task, TaskFilters } from '../../contract.ts'
import type { TaskList } from '../../rules/tasks.ts'
import { offlinePatches, provisionalTask, type ShownTask } from './offline.ts'
import { taskCalendarQuery, taskCountsQuery, taskListQuery } from './tasks.ts'

beforeEach(() => setOwnZone('America/Toronto'))

/** What a write makes of the answer to a query. */
const shownIn = <Data>({ meta }: { meta?: { patches?: readonly AnyPatch[] } }, data: Data, entry: QueuedWrite): Data =>
  (meta?.patches ?? []).reduce((each, patch) => patch(each as never, entry) as Data, data)

const lead = { id: 12, first_name: 'Ada' } as LeadRow
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const task = (id: number, change: Partial<Task> = {}): Task => ({
  ...provisionalTask(id, { id: 12, row: lead }, { task_type: 'phone_call', subject: `Call ${id}` }),
  lead,
  ...change,
})

const write = (id: number, shows: ShownTask): QueuedWrite => ({
  key: 'k',
  owner: '7',
  method: 'POST',
  path: `task/${id}`,
  body: '',
  type: '',
  ifMatch: null,
  label: 'Task',
  summary: '',
  text: '',
  record: `task:${id}`,
  adds: null,
  shows: JSON.parse(JSON.stringify(shows)),
  at: 0,
  refused: null,
})

const list = (name: TaskList, filters: TaskFilters, ...tasks: Task[]) => ({
  after(entry: QueuedWrite) {
    const before = { pages: [{ data: tasks, total: tasks.length }], pageParams: [null] }
    const shown = shownIn(taskListQuery({ list: name, filters }), before, entry)
    return { ids: shown.pages.flatMap(page => page.data.map(each => each.id)), total: shown.pages[0]?.total, shown }
  },
})

describe('a task that waits for the network', () => {
  it('that was added stands in the list of its day by its time, and in no other', () => {
    const added = task(-5, { scheduled_at: soon(3) })
    const entry = write(-5, { before: null, after: added })
    const others = [task(1, { scheduled_at: soon(2) }), task(2, { scheduled_at: soon(4) })]
    expect(list('future', {}, ...others).after(entry)).toMatchObject({ ids: [1, -5, 2], total: 3 })
    expect(list('overdue', {}).after(entry).ids).toEqual([])
    expect(list('future', { type: ['manual_email'] }, ...others).after(entry).ids).toEqual([1, 2])
  })

  it('that is done leaves the lists of open tasks, and stays where done ones are shown', () => {
    const open = task(1)
    const entry = write(1, { before: open, after: { ...open, completed: true } })
    expect(list('today', {}, open).after(entry)).toMatchObject({ ids: [], total: 0 })
    const both = list('today', { with_completed: true }, open).after(entry)
    expect(both.shown.pages[0]?.data[0]?.completed).toBe(true)
  })

  it('that moved to another day changes its list, and its place in the calendar', () => {
    const before = task(1, { scheduled_at: soon(1) })
    const entry = write(1, { before, after: { ...before, scheduled_at: soon(40) } })
    const days = { dateStart: soon(-5).slice(0, 10), dateEnd: soon(10).slice(0, 10) }
    expect(shownIn(taskCalendarQuery(days), { data: [before] }, entry)).toEqual({ data: [] })
    expect(list('future', {}, before).after(entry).ids).toEqual([1])
  })

  it('is counted where it stands now', () => {
    const open = task(1)
    const counts = { today: 4, overdue: 1, future: 2, done_today: 0 }
    const done = write(1, { before: open, after: { ...open, completed: true } })
    expect(shownIn(taskCountsQuery, counts, done)).toEqual({ today: 3, overdue: 1, future: 2, done_today: 1 })
    const gone = write(1, { before: open, after: null })
    expect(shownIn(taskCountsQuery, counts, gone)).toEqual({ today: 3, overdue: 1, future: 2, done_today: 0 })
  })

  it('stands on its lead once, however often it is shown', () => {
    const entry = write(-5, { before: null, after: task(-5) })
    const onLead = (lead: object) =>
      offlinePatches.reduce((each, { patch }) => patch(each as never, entry) as Lead, lead as Lead)
    const once = onLead({ id: 12, tasks: [] })
    expect(onLead(once).tasks.map(each => each.id)).toEqual([-5])
    expect(onLead({ id: 13, tasks: [] })).toEqual({ id: 13, tasks: [] })
  })

  it('that this version does not understand changes nothing', () => {
    const data = { pages: [{ data: [task(1)], total: 1 }], pageParams: [null] }
    const entry = { ...write(1, { before: null, after: null }), shows: 'something else' }
    expect(shownIn(taskListQuery({ list: 'today', filters: {} }), data, entry)).toBe(data)
  })
})
