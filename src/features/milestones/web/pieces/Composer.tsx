import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { PlainField } from '../../../../platform/ui/PlainField.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../../platform/web/forms/drafts.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { milestoneType } from '../../rules.ts'
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
  const draft = useDraft(`progress-${leadId}`, emptyDraft, parseProgressDraft)
  const [start, setStart] = useState(startType)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<'idle' | 'sending' | { failed: string }>('idle')
  const value = start === null ? draft.value : { ...draft.value, type: start, option: null }
  const set = (patch: Partial<ProgressDraft>) => {
    setStart(null)
    draft.change({ ...value, ...patch })
  }
  const kind = composerKinds.find(each => each.types.includes(value.type)) ?? composerKinds[0]
  const save = async () => {
    if (state === 'sending') return
    setState('sending')
    try {
      const saved = await saveProgress(progressInput(leadId, value), key)
      draft.clear()
      setKey(crypto.randomUUID())
      setState('idle')
      if (saved) onSaved(saved.progress)
      if (saved && value.type === milestoneType.call) notify(savedSentence(value.type))
      await refetchTimeline(client, leadId)
    } catch (error) {
      setState({ failed: serverSentence(error, 'Failed to save milestone.') })
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  return (
    <ComposerFrame
      label="Record progress"
      kinds={
        <ComposerKinds type={value.type} onChoose={type => set({ type, option: null })}>
          {before}
        </ComposerKinds>
      }
      failure={typeof state === 'object' ? state.failed : null}
      isDraftSaved={draft.dirty && !draft.full && value.description !== ''}
      options={<ProgressDetails value={value} types={kind?.types ?? []} onChange={set} />}
      submit={{ label: 'Save', isSending: state === 'sending', isDisabled: false }}
      onSubmit={() => void save()}
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
