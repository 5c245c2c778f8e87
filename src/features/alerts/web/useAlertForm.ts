import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf, ValidationError } from '../../../platform/web/apiErrors.ts'
import { notify } from '../../../platform/web/notices.ts'
import type { FieldErrors } from '../../../platform/wire/envelope.ts'
import type { Alert, AlertFrequency, AlertKind, Search } from '../contract.ts'
import { anySearch } from '../rules/search.ts'
import { createBuildingAlert, createListingAlert, refetchAlerts, updateAlert } from './client.ts'

/** What the editor holds. */
export interface AlertFields {
  name: string
  alert_frequency: AlertFrequency
  search: Search
}

const blank = (kind: AlertKind): AlertFields => ({
  name: '',
  alert_frequency: 2,
  search: { ...anySearch, offer: kind === 'listing' ? 'sale' : null },
})

interface AlertFormOptions {
  leadId: number
  kind: AlertKind
  /** `null` for a new one. */
  alert: Alert | null
  onDone(): void
}

/** The state of the editor and its way to the server. */
export function useAlertForm({ leadId, kind, alert, onDone }: AlertFormOptions) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const [fields, setFields] = useState<AlertFields>(() => alert ?? blank(kind))
  const [sending, setSending] = useState<{ isSending: boolean; failure: string | null; problems: FieldErrors }>({
    isSending: false,
    failure: null,
    problems: {},
  })
  const set = (change: Partial<AlertFields>) => setFields(before => ({ ...before, ...change }))
  const setSearch = (change: Partial<Search>) =>
    setFields(before => ({ ...before, search: { ...before.search, ...change } }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSending({ isSending: true, failure: null, problems: {} })
    const { name, alert_frequency, search } = fields
    const { areas, buildings, offer, ...filters } = search
    try {
      if (alert) await updateAlert(alert.id, { name, alert_frequency, ...search })
      else if (kind === 'building')
        await createBuildingAlert(leadId, { name, alert_frequency, buildings, offer, ...filters }, key)
      else await createListingAlert(leadId, { name, alert_frequency, areas, offer: offer ?? 'sale', ...filters }, key)
      notify(alert ? 'Alert updated.' : 'Alert created.')
      onDone()
      await refetchAlerts(client, leadId)
    } catch (error) {
      const problems = error instanceof ValidationError ? error.fields : {}
      setSending({ isSending: false, failure: sentenceOf(error), problems })
    }
  }
  return { fields, ...sending, set, setSearch, save }
}

export type AlertForm = ReturnType<typeof useAlertForm>
