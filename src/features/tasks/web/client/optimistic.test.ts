import { describe, expect, it } from 'vitest'
import type { QueuedWrite } from '../../../../platform/web/offline/offlineQueue.ts'
import type { LeadRow } from '../../../leads/contract/record.ts'
import { leadKeys } from '../../../leads/web/client/leads.ts'
import type { Task } from '../../contract.ts'
import { taskKeys } from './keys.ts'
import { provisionalTask, type ShownTask, taskPatch } from './optimistic.ts'

const zone = 'America/Toronto'
const show = taskPatch(zone)
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

const list = (name: string, filters: object, ...tasks: Task[]) => {
  const key = [...taskKeys.lists, { list: name, filters }]
  const data = { pages: [{ data: tasks, total: tasks.length }], pageParams: [null] }
  const after = (entry: QueuedWrite) => {
    const shown = show(key, data, entry) as typeof data
    return { ids: shown.pages.flatMap(page => page.data.map(each => each.id)), total: shown.pages[0]?.total, shown }
  }
  return { after, key }
}

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
    const key = [...taskKeys.lists, 'calendar', days]
    expect(show(key, [before], entry)).toEqual([])
    expect(list('future', {}, before).after(entry).ids).toEqual([1])
  })

  it('is counted where it stands now', () => {
    const open = task(1)
    const counts = { today: 4, overdue: 1, future: 2, done_today: 0 }
    const done = write(1, { before: open, after: { ...open, completed: true } })
    expect(show(taskKeys.counts, counts, done)).toEqual({ today: 3, overdue: 1, future: 2, done_today: 1 })
    const gone = write(1, { before: open, after: null })
    expect(show(taskKeys.counts, counts, gone)).toEqual({ today: 3, overdue: 1, future: 2, done_today: 0 })
  })

  it('stands on its lead once, however often it is shown', () => {
    const entry = write(-5, { before: null, after: task(-5) })
    const once = show(leadKeys.one(12), { id: 12, tasks: [] }, entry) as { tasks: Task[] }
    const twice = show(leadKeys.one(12), once, entry) as { tasks: Task[] }
    expect(twice.tasks.map(each => each.id)).toEqual([-5])
    expect(show(leadKeys.one(13), { id: 13, tasks: [] }, entry)).toEqual({ id: 13, tasks: [] })
  })

  it('that this version does not understand changes nothing', () => {
    const data = { pages: [{ data: [task(1)], total: 1 }] }
    const entry = { ...write(1, { before: null, after: null }), shows: 'something else' }
    expect(show(list('today', {}).key, data, entry)).toBe(data)
  })
})
