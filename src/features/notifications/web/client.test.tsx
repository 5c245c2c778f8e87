import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { closeNotice, type Notice, useNotices } from '../../../platform/web/page/notices.ts'
import type { Notification } from '../contract.ts'
import { markRead, markUnread, newestQuery } from './client.ts'

let sent: string[] = []
let isBroken = false

const notification = (id: number, read_at: string | null): Notification => ({
  id,
  kind: 'task_due',
  icon: 'bell',
  title: 'Call Ada',
  body: '',
  path: '/tasks',
  is_announced: false,
  created_at: '2026-11-20T13:00:00.000Z',
  seen_at: null,
  read_at,
  acted_at: null,
  deliveries: [],
})

beforeEach(() => {
  for (const { id } of notices()) closeNotice(id)
  sent = []
  isBroken = false
  queryClient.setQueryData(newestQuery.queryKey, {
    data: [notification(1, null), notification(2, '2026-11-20T14:00:00.000Z')],
    unread: 1,
    total: 2,
    total_is_estimate: false,
    current_page: 1,
    last_page: 1,
    per_page: 20,
    next_page_url: null,
    next_cursor: null,
  })
  vi.stubGlobal('fetch', async (url: string) => {
    if (isBroken) return Response.json({ status: 0, data: null, message: '', error: null }, { status: 500 })
    sent.push(new URL(url, 'http://crm.test').pathname)
    return Response.json({ status: 1, data: {}, message: '', error: '' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const notices = (): readonly Notice[] => renderHook(() => useNotices()).result.current
const press = (label: string) =>
  notices()
    .find(({ action }) => action?.label === label)
    ?.action?.run()
const shown = () => {
  const { data = [], unread } = queryClient.getQueryData(newestQuery.queryKey) ?? {}
  return { unread, isRead: data.map(({ read_at }) => read_at !== null) }
}

it('shows at once that everything is read', async () => {
  const marked = markRead()
  await vi.waitFor(() => expect(shown()).toEqual({ unread: 0, isRead: [true, true] }))
  await marked
  expect(sent).toEqual(['/crm/notifications/read'])
})

it('counts one more once it is unread again', async () => {
  await markUnread([2])
  expect(shown()).toEqual({ unread: 2, isRead: [false, false] })
})

it('puts it back when that fails, says so, and tries again', async () => {
  isBroken = true
  await markRead([1])
  expect(shown()).toEqual({ unread: 1, isRead: [false, true] })
  expect(notices()).toMatchObject([{ message: 'We couldn’t mark this as read.', tone: 'failed' }])
  isBroken = false
  press('Retry')
  await expect.poll(() => sent).toEqual(['/crm/notifications/read'])
  expect(shown()).toEqual({ unread: 0, isRead: [true, true] })
})
