import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeNotice, type Notice, useNotices } from '../../../../platform/web/page/notices.ts'
import type { BulkActionProps } from '../extensions.ts'
import { useRemoveLeads } from './useBulkActions.ts'

let asked = 0

beforeEach(() => {
  for (const { id } of notices()) closeNotice(id)
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ status: 0, data: null, message: '', error: null }, { status: 500 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const notices = (): readonly Notice[] => renderHook(() => useNotices()).result.current

it('shows the rows of leads again that could not be deleted, says so, and tries again', async () => {
  const [showRows, hideRows] = [vi.fn(), vi.fn()]
  hideRows.mockReturnValue(showRows)
  const chosen = {
    size: 1,
    isEntire: false,
    selection: { lead_ids: [12] },
    ids: [12],
    rows: [],
    list: 'leads' as const,
  }
  const props: BulkActionProps = { chosen, hideRows, onDone: vi.fn() }
  await renderHook(() => useRemoveLeads(props)).result.current()
  expect(showRows).toHaveBeenCalledOnce()
  expect(notices()).toMatchObject([{ message: 'We couldn’t delete the leads.', action: { label: 'Retry' } }])
  notices()[0]?.action?.run()
  await expect.poll(() => asked).toBe(2)
  expect(hideRows).toHaveBeenCalledTimes(2)
})
