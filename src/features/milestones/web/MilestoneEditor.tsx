import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { PlainField } from '../../../platform/ui/PlainField.tsx'
import { ApiError, serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useDraft } from '../../../platform/web/forms/drafts.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import type { Milestone } from '../contract.ts'
import { changeMilestone, refetchTimeline } from './client.ts'
import classes from './Milestones.module.css'
import { ProgressDetails } from './pieces/ProgressDetails.tsx'
import { composerKinds } from './rules/kinds.ts'
import { draftOf, milestoneEditName, type ProgressDraft, parseProgressEdit } from './rules/progress.ts'

const STALE = 'Someone else changed this entry. Your text is still here: save again to replace theirs.'

/** Corrects a milestone in its place. */
export function MilestoneEditor({ milestone, onDone }: { milestone: Milestone; onDone(): void }) {
  const client = useQueryClient()
  const [initial] = useState(() => ({ fields: draftOf(milestone), version: milestone.version }))
  const stored = useDraft(milestoneEditName(milestone), initial, parseProgressEdit)
  const { fields: draft, version } = stored.value
  const setDraft = (fields: ProgressDraft) => stored.change({ fields, version })
  const [state, setState] = useState<'idle' | 'sending' | { failed: string }>('idle')
  const types = composerKinds.find(kind => kind.types.includes(draft.type))?.types ?? [draft.type]
  const cancel = () => {
    stored.clear()
    onDone()
  }
  const save = async () => {
    if (state === 'sending') return
    setState('sending')
    try {
      const saved = await changeMilestone({ ...milestone, version }, draft)
      await refetchTimeline(client, milestone.lead_id)
      if (!saved) notify('Saved on this device. It will be sent when you’re back online.')
      cancel()
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'stale'
      if (isStale) stored.change({ fields: draft, version: (error.data as Milestone).version })
      setState({ failed: isStale ? STALE : serverSentence(error, 'Failed to save milestone.') })
    }
  }
  return (
    <div className={classes.editor}>
      <PlainField
        value={draft.description}
        maxLength={5000}
        aria-label="Description"
        autoFocus
        onChange={event => setDraft({ ...draft, description: event.currentTarget.value })}
        onKeyDown={event => {
          if (event.key === 'Escape') cancel()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        }}
      />
      {typeof state === 'object' && (
        <p className={classes.failed} role="alert">
          {state.failed}
        </p>
      )}
      <div className={classes.foot}>
        <DraftMark draft={stored} />
        <div className={classes.options}>
          <ProgressDetails value={draft} types={types} onChange={patch => setDraft({ ...draft, ...patch })} />
        </div>
        <Button size="xs" variant="default" onClick={cancel}>
          Cancel
        </Button>
        <Button size="xs" loading={state === 'sending'} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  )
}
