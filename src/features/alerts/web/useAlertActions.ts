import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import type { Alert, AlertFrequency, AlertKind } from '../contract/alerts.ts'
import {
  alertsQuery,
  failures,
  joinedErrors,
  patchAlerts,
  refetchAlerts,
  removeAlert,
  restoreAlert,
  sendAlert,
  sendAllAlerts,
  updateAlert,
} from './client.ts'

/** What one alert is doing, and what went wrong with it. */
export interface AlertState {
  isBusy: boolean
  problem: string | null
}

const homes = (count: number) => `${count} ${count === 1 ? 'home' : 'homes'}`
const idle: AlertState = { isBusy: false, problem: null }

/** What can be done with the alerts of a lead; each alert has a loading and an error state of its own. */
export function useAlertActions(leadId: number) {
  const client = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<number, AlertState>>(new Map())
  const setState = useCallback(
    (id: number, state: AlertState) => setStates(before => new Map(before).set(id, state)),
    [],
  )
  const during = async (id: number, work: () => Promise<void>) => {
    setState(id, { isBusy: true, problem: null })
    try {
      await work()
      setState(id, idle)
    } catch (error) {
      setState(id, { isBusy: false, problem: joinedErrors(error) })
    }
  }
  const send = (alert: Alert) =>
    during(alert.id, async () => {
      const { listings } = await sendAlert(alert.id)
      notify(`Sent ${homes(listings)} for “${alert.name}”.`)
      await refetchAlerts(client, leadId)
    })
  const setFrequency = (alert: Alert, alert_frequency: AlertFrequency) =>
    during(alert.id, async () => {
      const before = patchAlerts(client, leadId, alerts =>
        alerts.map(one => (one.id === alert.id ? { ...one, alert_frequency } : one)),
      )
      await updateAlert(alert.id, { alert_frequency }).catch((error: unknown) => {
        client.setQueryData(alertsQuery(leadId).queryKey, before)
        throw error
      })
      await refetchAlerts(client, leadId)
    })
  const sendAll = async (kind: AlertKind, alerts: readonly Alert[]) => {
    for (const { id } of alerts) setState(id, { isBusy: true, problem: null })
    try {
      const { sent, refused } = await sendAllAlerts(leadId, kind)
      for (const { alert_id } of sent) setState(alert_id, idle)
      for (const { alert_id, errors } of refused) setState(alert_id, { isBusy: false, problem: errors.join(' ') })
      if (sent.length > 0) notify(sent.length === 1 ? 'Sent 1 alert.' : `Sent ${sent.length} alerts.`)
      else notifyFailure(failures.sendAll[kind])
      await refetchAlerts(client, leadId)
    } catch {
      for (const { id } of alerts) setState(id, idle)
      notifyFailure(failures.sendAll[kind], () => void sendAll(kind, alerts))
    }
  }
  const restore = async (id: number) => {
    await restoreAlert(id).catch((error: unknown) => notifyFailure(sentenceOf(error)))
    await refetchAlerts(client, leadId)
  }
  const remove = async (alert: Alert) => {
    const before = patchAlerts(client, leadId, alerts => alerts.filter(({ id }) => id !== alert.id))
    try {
      await removeAlert(alert.id)
      const action = { label: 'Undo', run: () => void restore(alert.id) }
      notify(`Alert “${alert.name}” deleted.`, { destructive: true, action })
    } catch {
      client.setQueryData(alertsQuery(leadId).queryKey, before)
      notifyFailure(failures.remove, () => void remove(alert))
    }
  }
  const stateOf = (id: number): AlertState => states.get(id) ?? idle
  return { stateOf, send, sendAll, setFrequency, remove }
}

export type AlertActions = ReturnType<typeof useAlertActions>
