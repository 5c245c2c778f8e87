import { useRef, useState } from 'react'
import { z } from 'zod'
import type { CallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { useDraftForm } from '../../../../platform/web/forms/useDraftForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import {
  type Alert,
  AlertFrequency,
  type AlertKind,
  type AlertProposal,
  alertCalls,
  Search,
} from '../../contract/alerts.ts'
import { searchProposed } from '../../rules/proposal.ts'
import { anySearch } from '../../rules/search.ts'
import { refetchAlerts } from '../client.ts'

const Values = Search.extend({ name: z.string(), alert_frequency: AlertFrequency })
/** What the editor holds. */
export type AlertValues = z.output<typeof Values>

/** Reads what was kept of an editor that was left. */
const parseValues = (stored: unknown): AlertValues | null => Values.safeParse(stored).data ?? null
const valuesOf = ({ name, alert_frequency, search }: Alert): AlertValues => ({ name, alert_frequency, ...search })

const blank = (kind: AlertKind): AlertValues => ({
  ...anySearch,
  name: '',
  alert_frequency: 2,
  offer: kind === 'listing' ? 'sale' : null,
})

interface AlertFormOptions {
  leadId: number
  kind: AlertKind
  /** `null` for a new one. */
  alert: Alert | null
  /** What a new one begins with. */
  proposal: AlertProposal | null
  onDone(saved: Alert, isSentNow: boolean): void
}

/** The state of the editor and its way to the server. */
export function useAlertForm({ leadId, kind, alert, proposal, onDone }: AlertFormOptions) {
  const [initial] = useState<AlertValues>(() =>
    alert ? valuesOf(alert) : { ...blank(kind), ...(proposal && { ...searchProposed(proposal), name: proposal.name }) },
  )
  // An older draft must not replace what the alert says now.
  const [name] = useState(alert ? `alert-${alert.id}-${alert.version}` : `alert-of-${leadId}-${kind}`)
  const isSentNow = useRef(false)
  const create = kind === 'building' ? alertCalls.createBuilding : alertCalls.createListing
  const entry = useDraftForm(alert ? alertCalls.update : create, {
    initial,
    draft: { name, parse: parseValues },
    inputOf({ areas, buildings, ...values }) {
      if (alert) return { id: alert.id, areas, buildings, ...values }
      if (kind === 'building') return { id: leadId, buildings, ...values }
      return { id: leadId, areas, ...values, offer: values.offer ?? 'sale' }
    },
    onSaved(saved) {
      notify(alert ? 'Alert updated.' : 'Alert created.')
      onDone(saved, isSentNow.current)
      void refetchAlerts(leadId)
    },
  })
  const submitWith = (sendsNow: boolean): typeof entry.submit => {
    return async event => {
      isSentNow.current = sendsNow
      await entry.submit(event)
    }
  }
  return {
    ...entry,
    submit: submitWith(false),
    submitAndSend: submitWith(true),
    proposals: proposedFields(entry.form, proposal, kind),
  }
}

/** The form, for its parts. */
export type AlertForm = CallForm<AlertValues>['form']

const proposable = ['offer', 'areas', 'types', 'price_min', 'price_max', 'beds'] as const
type Proposable = (typeof proposable)[number]

/** What of the form was proposed. */
export interface ProposedFields {
  /** Why a field holds what it holds; nothing for fields that the person chose. */
  reasons: Partial<Record<Proposable, string>>
  /** Takes a proposal away. */
  remove(field: Proposable): void
  /** Takes all of them away. */
  removeAll(): void
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function proposedFields(form: AlertForm, proposal: AlertProposal | null, kind: AlertKind): ProposedFields {
  const empty = blank(kind)
  const held = proposable.flatMap(field => {
    const proposed = proposal?.[field]
    return proposed && isSame(form.values[field], proposed.value) ? [[field, proposed.reason] as const] : []
  })
  return {
    reasons: Object.fromEntries(held),
    remove: field => form.setValues({ [field]: empty[field] }),
    removeAll: () => form.setValues(empty),
  }
}
