import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PlainField } from '../../../platform/ui/forms/PlainField.tsx'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { useReplaceTheirs } from '../../../platform/web/forms/useReplaceTheirs.ts'
import { SAVED_ON_DEVICE } from '../../../platform/web/offline/sentences.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { type Milestone, milestoneCalls } from '../contract.ts'
import { isEmptyEntry } from '../rules.ts'
import { changeMilestone, refetchTimeline } from './client.ts'
import classes from './Milestones.module.css'
import { ProgressDetails } from './pieces/ProgressDetails.tsx'
import { composerKinds } from './rules/kinds.ts'
import { draftOf, milestoneEditName, type ProgressDraft, parseProgressEdit, progressInput } from './rules/progress.ts'

/** Corrects a milestone in its place. */
export function MilestoneEditor({ milestone, onDone }: { milestone: Milestone; onDone(): void }) {
  const client = useQueryClient()
  const [initial] = useState(() => ({ fields: draftOf(milestone), version: milestone.version }))
  const entry = useDraftForm(milestoneCalls.update, {
    initial,
    draft: { name: milestoneEditName(milestone), parse: parseProgressEdit },
    inputOf: ({ fields }) => ({ ...progressInput(milestone.lead_id, fields), id: milestone.id }),
    send: (_input, _options, { fields, version }) => changeMilestone({ ...milestone, version }, fields),
    failed: error => serverSentence(error, 'Failed to save milestone.'),
    async onSaved(saved) {
      await refetchTimeline(client, milestone.lead_id)
      if (!saved) notify(SAVED_ON_DEVICE)
      onDone()
    },
  })
  const { form, draft: stored, isSending, submit } = entry
  const failure = useReplaceTheirs(entry, 'entry')
  const { fields: draft } = form.values
  const setDraft = (fields: ProgressDraft) => form.setFieldValue('fields', fields)
  const isEmpty = isEmptyEntry(draft)
  const save = () => {
    if (!isEmpty) void submit()
  }
  const types = composerKinds.find(kind => kind.types.includes(draft.type))?.types ?? [draft.type]
  const cancel = () => {
    stored.clear()
    onDone()
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
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      {failure !== null && (
        <p className={classes.failed} role="alert">
          {failure}
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
        <Button size="xs" loading={isSending} disabled={isEmpty} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  )
}
