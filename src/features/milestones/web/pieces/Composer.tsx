import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { PlainField } from '../../../../platform/ui/forms/PlainField.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { useDraftForm } from '../../../../platform/web/forms/useDraftForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { milestoneCalls } from '../../contract.ts'
import { isEmptyEntry, milestoneType } from '../../rules.ts'
import { refetchTimeline, savedSentence, saveProgress } from '../client.ts'
import { composerKinds } from '../rules/kinds.ts'
import { emptyDraft, type ProgressDraft, parseProgressDraft, progressInput } from '../rules/progress.ts'
import { ComposerFrame, ComposerKinds } from './MilestoneEntries.tsx'
import { ProgressDetails } from './ProgressDetails.tsx'

interface ComposerProps {
  leadId: number
  /** The kind with which it opens; else that of the draft. */
  startType: number | null
  /** What stands before the kinds of progress. */
  before: ReactNode
  /** Where things stand after it was saved. */
  onSaved(progress: { last_contacted_at: string | null }): void
}

/** Records what was done with a lead: kind, how it went, when, and in words. What is typed survives a reload. */
export function Composer({ leadId, startType, before, onSaved }: ComposerProps) {
  const client = useQueryClient()
  const [start, setStart] = useState(startType)
  const shownOf = (values: ProgressDraft) => (start === null ? values : { ...values, type: start, option: null })
  const entry = useDraftForm(milestoneCalls.progress, {
    initial: emptyDraft,
    draft: { name: `progress-${leadId}`, parse: parseProgressDraft },
    inputOf: values => progressInput(leadId, shownOf(values)),
    send: (_input, { idempotencyKey }, values) => saveProgress(progressInput(leadId, shownOf(values)), idempotencyKey),
    staysOpen: true,
    failed: error => serverSentence(error, 'Failed to save milestone.'),
    async onSaved(saved) {
      if (saved) onSaved(saved.progress)
      if (saved && value.type === milestoneType.call) notify(savedSentence(value.type))
      await refetchTimeline(client, leadId)
    },
  })
  const { form, draft, failure, isSending, submit } = entry
  const value = shownOf(form.values)
  const set = (patch: Partial<ProgressDraft>) => {
    setStart(null)
    form.setValues({ ...value, ...patch })
  }
  const kind = composerKinds.find(each => each.types.includes(value.type)) ?? composerKinds[0]
  const isEmpty = isEmptyEntry(value)
  const save = () => {
    if (!isEmpty) void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }
  return (
    <ComposerFrame
      label="Record progress"
      kinds={
        <ComposerKinds type={value.type} onChoose={type => set({ type, option: null })}>
          {before}
        </ComposerKinds>
      }
      failure={failure}
      isDraftSaved={draft.dirty && !draft.full && value.description !== ''}
      options={<ProgressDetails value={value} types={kind?.types ?? []} saysNow onChange={set} />}
      submit={{ label: 'Save', isSending, isDisabled: isEmpty }}
      onSubmit={save}
    >
      <PlainField
        value={value.description}
        maxLength={5000}
        placeholder={kind?.placeholder}
        aria-label="Description"
        data-composer
        onChange={event => set({ description: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
    </ComposerFrame>
  )
}
