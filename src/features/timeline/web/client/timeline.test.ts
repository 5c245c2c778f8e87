import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { invalidateTopic } from '../../../../platform/web/calls/queryOf.ts'
import type { AnyPatch, QueuedWrite } from '../../../../platform/web/offline/offlineQueue.ts'
import type { TimelineEntry } from '../../contract.ts'
import type { TimelinePage } from '../rules/pages.ts'
import { timelineQuery } from './timeline.ts'

const all = { wanted: ['all'], search: '' } as const
const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`

const note = (id: number, hour: number) =>
  ({ source: 'note', note: { id, lead_id: 12, description: `Note ${id}`, date: at(hour) } }) as TimelineEntry
const page = (...data: TimelineEntry[]): TimelinePage => ({ data, next_cursor: null })

const written = (record: string, after: object | null, before: object | null = null) =>
  ({ record, shows: { before, after } }) as unknown as QueuedWrite

/** The keys of what the timeline of a lead shows after a write that waits. */
function shown(write: QueuedWrite, { lead = 12, question = all as Parameters<typeof timelineQuery>[1] } = {}) {
  const patches: readonly AnyPatch[] = timelineQuery(lead, question).meta?.patches ?? []
  const before = { pages: [page(note(3, 15), note(1, 9))], pageParams: [''] }
  const after = patches.reduce((data, patch) => patch(data as never, write) as typeof before, before)
  return after.pages.flatMap(({ data }) =>
    data.map(entry => `${entry.source} ${Object.values(entry).find(value => typeof value === 'object').id}`),
  )
}

describe('what waits for the network', () => {
  const added = { lead_id: 12, description: 'Called back', date: at(12) }

  it('stands at its time in the timeline of its lead, and of no other', () => {
    expect(shown(written('note:-5', added))).toEqual(['note 3', 'note -5', 'note 1'])
    expect(shown(written('note:-5', added), { lead: 13 })).toEqual(['note 3', 'note 1'])
  })

  it('leaves with what was deleted, and is not guessed at in a search', () => {
    expect(shown(written('note:1', null, { ...added, date: at(9) }))).toEqual(['note 3'])
    expect(shown(written('note:-5', added), { question: { wanted: ['all'], search: 'back' } })).toHaveLength(2)
    expect(shown(written('note:-5', added), { question: { wanted: ['task'], search: '' } })).toHaveLength(2)
  })

  it('shows a task once it is done', () => {
    const task = { lead_id: 12, task_type: 'phone_call', scheduled_at: null, completed_at: at(12), updated_at: at(12) }
    expect(shown(written('task:4', { ...task, completed: true }))).toEqual(['note 3', 'task 4', 'note 1'])
    expect(shown(written('task:4', { ...task, completed: false }))).toEqual(['note 3', 'note 1'])
  })
})

describe('a timeline', () => {
  const client = new QueryClient()
  afterEach(() => client.clear())

  it.each([
    { topic: 'notes', ids: [12] },
    { topic: 'milestones', ids: [12] },
    // A done task is named by its own id, and its lead by the lead's.
    { topic: 'leads', ids: [12] },
  ])('is read again when $topic of its lead changed, and not for those of others', async ({ topic, ids }) => {
    const query = { ...timelineQuery(12, all), queryFn: () => page(note(1, 9)) }
    await client.fetchInfiniteQuery(query)
    const isOld = () => client.getQueryState(query.queryKey)?.isInvalidated
    await invalidateTopic(client, topic, [99])
    expect(isOld()).toBe(false)
    await invalidateTopic(client, topic, ids)
    expect(isOld()).toBe(true)
  })
})
