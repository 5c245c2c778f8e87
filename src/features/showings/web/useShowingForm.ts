import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, sentenceOf, ValidationError } from '../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import type { FieldErrors } from '../../../platform/wire/envelope.ts'
import type { Showing } from '../contract.ts'
import { bookShowing, changeShowing, refetchShowings, withEmailSentence } from './client.ts'
import { emptyShowing, formOf, parseShowingForm, type ShowingForm, showingFields } from './rules/form.ts'
import { useNotify } from './useNotify.ts'

/** What is known of a showing that nobody booked yet. */
export interface KnownShowing {
  name: string
  fields: Partial<ShowingForm>
}

interface Asked {
  lead: { id: number }
  showing: Showing | null
  zone: string
  known?: KnownShowing
  onClose(): void
  onBooked?(): void
}

const STALE = 'Someone else changed this showing. Save again to replace their changes.'

/** What stands in the showing form, kept over a reload, and how it is sent. */
export function useShowingForm({ lead, showing, zone, known, onClose, onBooked }: Asked) {
  const client = useQueryClient()
  const [start] = useState(() => (showing ? formOf(showing) : { ...emptyShowing(new Date(), zone), ...known?.fields }))
  const name = showing ? `showing-of-${showing.id}-${showing.version}` : `showing-${known?.name ?? lead.id}`
  const draft = useDraft(name, start, parseShowingForm)
  const [base, setBase] = useState(showing)
  const [key] = useState(() => crypto.randomUUID())
  const [isClientNotified, choose] = useNotify()
  const [state, setState] = useState<{ isSending: boolean; failure: string | null; problems: FieldErrors }>({
    isSending: false,
    failure: null,
    problems: {},
  })
  const save = async (notify_client: boolean) => {
    setState({ isSending: true, failure: null, problems: {} })
    try {
      const fields = { ...showingFields(draft.value, base), notify_client }
      const saved = await (base ? changeShowing(base, fields) : bookShowing({ leadId: lead.id, ...fields }, key))
      draft.clear()
      notify(withEmailSentence(base ? 'Showing updated.' : 'Showing booked.', saved, notify_client))
      onClose()
      if (!base) onBooked?.()
      await refetchShowings(client, lead.id)
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale'
      if (isStale) setBase(error.data as Showing)
      const problems = error instanceof ValidationError ? error.fields : {}
      setState({ isSending: false, failure: isStale ? STALE : sentenceOf(error), problems })
    }
  }
  return { draft, value: draft.value, change: draft.change, notification: { isClientNotified, choose }, save, ...state }
}
