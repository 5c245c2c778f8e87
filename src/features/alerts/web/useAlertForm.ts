import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { sentenceOf, ValidationError } from '../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import type { FieldErrors } from '../../../platform/wire/envelope.ts'
import { type Alert, AlertFrequency, type AlertKind, Search } from '../contract/alerts.ts'
import { anySearch } from '../rules/search.ts'
import { createBuildingAlert, createListingAlert, refetchAlerts, updateAlert } from './client.ts'

const Fields = z.object({ name: z.string(), alert_frequency: AlertFrequency, search: Search })
/** What the editor holds. */
export type AlertFields = z.output<typeof Fields>

/** Reads what was kept of an editor that was left. */
const parseFields = (stored: unknown): AlertFields | null => Fields.safeParse(stored).data ?? null
const fieldsOf = ({ name, alert_frequency, search }: Alert): AlertFields => ({ name, alert_frequency, search })

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
  const [initial] = useState<AlertFields>(() => (alert ? fieldsOf(alert) : blank(kind)))
  // An older draft must not replace what the alert says now.
  const [name] = useState(alert ? `alert-${alert.id}-${alert.version}` : `alert-of-${leadId}-${kind}`)
  const draft = useDraft(name, initial, parseFields)
  const fields = draft.value
  const [sending, setSending] = useState<{ isSending: boolean; failure: string | null; problems: FieldErrors }>({
    isSending: false,
    failure: null,
    problems: {},
  })
  const set = (change: Partial<AlertFields>) => draft.change({ ...fields, ...change })
  const setSearch = (change: Partial<Search>) => set({ search: { ...fields.search, ...change } })
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
      draft.clear()
      notify(alert ? 'Alert updated.' : 'Alert created.')
      onDone()
      await refetchAlerts(client, leadId)
    } catch (error) {
      const problems = error instanceof ValidationError ? error.fields : {}
      setSending({ isSending: false, failure: sentenceOf(error), problems })
    }
  }
  return { fields, draft, ...sending, set, setSearch, save }
}

export type AlertForm = ReturnType<typeof useAlertForm>
