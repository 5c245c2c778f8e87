import { useCallback, useState } from 'react'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import type { Alert, AlertFrequency, AlertKind } from '../contract/alerts.ts'
import {
  failures,
  joinedErrors,
  refetchAlerts,
  removeAlert,
  restoreAlert,
  sendAlert,
  sendAllAlerts,
  showAlerts,
  updateAlert,
} from './client.ts'

/** What one alert is doing, and what went wrong with it. */
export interface AlertState {
  isBusy: boolean
  problem: string | null
}

const homes = (count: number) => `${count} ${count === 1 ? 'home' : 'homes'}`
const idle: AlertState = { isBusy: false, problem: null }
const busy: AlertState = { isBusy: true, problem: null }

/** What can be done with the alerts of a lead; each alert has a loading and an error state of its own. */
export function useAlertActions(leadId: number) {
  const [states, setStates] = useState<ReadonlyMap<number, AlertState>>(new Map())
  const setState = useCallback(
    (id: number, state: AlertState) => setStates(before => new Map(before).set(id, state)),
    [],
  )
  const settle = () => refetchAlerts(leadId)
  /** Work with one alert, whose failure stands at the alert. */
  const atAlert = async <Answer>(id: number, work: Promise<Answer>): Promise<Answer> => {
    setState(id, busy)
    try {
      const answer = await work
      setState(id, idle)
      return answer
    } catch (error) {
      setState(id, { isBusy: false, problem: joinedErrors(error) })
      throw error
    }
  }
  return {
    stateOf: (id: number): AlertState => states.get(id) ?? idle,
    send: (alert: Alert) =>
      undoable({
        run: () => atAlert(alert.id, sendAlert(alert.id)),
        said: ({ listings }) => `Sent ${homes(listings)} for “${alert.name}”.`,
        failed: null,
        settle,
      }),
    setFrequency: (alert: Alert, alert_frequency: AlertFrequency) =>
      undoable({
        show: () =>
          showAlerts(leadId, alerts => alerts.map(one => (one.id === alert.id ? { ...one, alert_frequency } : one))),
        run: () => updateAlert(alert.id, { alert_frequency }),
        said: () => null,
        failed: failures.save,
        settle,
      }),
    sendAll: (kind: AlertKind, alerts: readonly Alert[]) =>
      undoable({
        show() {
          for (const { id } of alerts) setState(id, busy)
          return () => alerts.forEach(({ id }) => void setState(id, idle))
        },
        async run() {
          const { sent, refused } = await sendAllAlerts(leadId, kind)
          for (const { alert_id } of sent) setState(alert_id, idle)
          for (const { alert_id, errors } of refused) setState(alert_id, { isBusy: false, problem: errors.join(' ') })
          if (sent.length === 0) notifyFailure(failures.sendAll[kind])
          return sent.length
        },
        said: sent => (sent === 0 ? null : sent === 1 ? 'Sent 1 alert.' : `Sent ${sent} alerts.`),
        failed: failures.sendAll[kind],
        settle,
      }),
    remove: (alert: Alert) =>
      undoable({
        show: () => showAlerts(leadId, alerts => alerts.filter(({ id }) => id !== alert.id)),
        run: () => removeAlert(alert.id),
        said: `Alert “${alert.name}” deleted.`,
        undo: () => restoreAlert(alert.id),
        failed: failures.remove,
        destructive: true,
        settle,
      }),
  }
}

export type AlertActions = ReturnType<typeof useAlertActions>
