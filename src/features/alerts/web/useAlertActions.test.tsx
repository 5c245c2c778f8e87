import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { closeNotice, type Notice, useNotices } from '../../../platform/web/page/notices.ts'
import type { Alert } from '../contract/alerts.ts'
import { alertsQuery } from './client.ts'
import { useAlertActions } from './useAlertActions.ts'

const LEAD = 12
const DAILY = 2
const OFF = 1
let isBroken = false
const alert = { id: 5, name: 'King West', alert_frequency: DAILY } as Alert

beforeEach(() => {
  for (const { id } of notices()) closeNotice(id)
  queryClient.setQueryData(alertsQuery(LEAD).queryKey, { listing_alerts: [alert], building_alerts: [] } as never)
  vi.stubGlobal('fetch', async () =>
    isBroken
      ? Response.json({ status: 0, data: null, message: '', error: null }, { status: 500 })
      : Response.json({ status: 1, data: { ...alert, alert_frequency: OFF }, message: '', error: '' }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const notices = (): readonly Notice[] => renderHook(() => useNotices()).result.current
const frequency = () => queryClient.getQueryData(alertsQuery(LEAD).queryKey)?.listing_alerts[0]?.alert_frequency

it('turns how often an alert is sent back when that was not saved, says so, and tries again', async () => {
  isBroken = true
  const { result } = renderHook(() => useAlertActions(LEAD))
  await result.current.setFrequency(alert, OFF)
  expect(frequency()).toBe(DAILY)
  expect(notices()).toMatchObject([{ message: 'We couldn’t change this alert.', action: { label: 'Retry' } }])
  isBroken = false
  notices()[0]?.action?.run()
  await expect.poll(frequency).toBe(OFF)
})
