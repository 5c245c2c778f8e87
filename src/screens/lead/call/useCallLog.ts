import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type CallOutcome, callOutcomes } from '../../../features/calling/rules.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { useViewer } from '../../../features/leads/web/client/useViewer.ts'
import { contactOf, leadName, reachOf } from '../../../features/leads/web/pieces/wording.ts'
import { useCloseAfterSuccess } from '../../../platform/ui/dialogs/modals.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { type AskedCallLog, closeNoteTask } from '../modals/noteTask.ts'
import {
  type CallDraft,
  emptyCall,
  isEmptyCall,
  loggedCall,
  nextTask,
  parseCallDraft,
  withOutcome,
} from './callDraft.ts'
import { logCall } from './logCall.ts'
import { nextSteps } from './outcomes.ts'

const MINUTE = 60_000

/** What the form of a call holds, and how it is saved: the log, the task that follows, and the one that is done with it. */
export function useCallLog({ lead, call }: AskedCallLog) {
  const { zone } = useViewer()
  const now = useNow(MINUTE)
  const name = leadName(lead)
  const { data: known } = useQuery(leadQuery(lead.id))
  const [keys] = useState(() => ({ key: crypto.randomUUID(), taskKey: crypto.randomUUID() }))
  const draft = useDraft(`call-log-${call.id}`, emptyCall, parseCallDraft)
  const [completes, setCompletes] = useState(!call.completed)
  const [isSaving, setIsSaving] = useState(false)
  const note = useRef<HTMLTextAreaElement>(null)
  const close = useCloseAfterSuccess(closeNoteTask)
  const { value, change } = draft
  const mayEmail = known ? reachOf(known).email : false
  const stepsAfter = (outcome: CallOutcome | null) => nextSteps(outcome ?? 'connected', { name, mayEmail }, now, zone)
  const steps = stepsAfter(value.outcome)
  const next = nextTask(value, steps, { name, now, zone })
  const isEmpty = isEmptyCall(value) || (value.step === 'pick' && !value.picked)
  const choose = (outcome: CallOutcome) => {
    change(withOutcome(value, outcome, stepsAfter(outcome)))
    note.current?.focus()
  }
  const save = async () => {
    if (isEmpty || isSaving) return
    setIsSaving(true)
    const phone = (known && contactOf(known).phone) ?? ''
    const { id, first_name, last_name, status_value } = lead
    const person = { id, first_name, last_name, status_value }
    const made = loggedCall(value, { ...keys, lead: person, taskId: call.id, phone }, Date.now())
    const fulfilled = completes && !call.completed ? call : null
    const isLogged = await logCall({ made, outcome: value.outcome, next, fulfilled })
    if (!isLogged) return setIsSaving(false)
    draft.clear()
    close()
  }
  useShortcuts([
    ...callOutcomes.map((outcome, place) => ({
      keys: `${place + 1}`,
      label: `Outcome ${place + 1}`,
      group: 'Log call',
      run: () => choose(outcome),
    })),
    { keys: 'mod+Enter', label: 'Save call', group: 'Log call', whileTyping: true, run: () => void save() },
  ])
  const set = (patch: Partial<CallDraft>) => change({ ...value, ...patch })
  return {
    name,
    draft,
    value,
    set,
    steps,
    next,
    note,
    choose,
    completes,
    setCompletes,
    isEmpty,
    isSaving,
    save,
    now,
    zone,
  }
}

/** What the form shows and does. */
export type CallLogState = ReturnType<typeof useCallLog>
