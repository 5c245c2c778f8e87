import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useDraft } from '../../../platform/web/drafts.ts'
import { localNow } from '../../../platform/web/time.ts'
import { milestoneTypes } from '../rules.ts'
import { milestoneKeys, saveProgress } from './client.ts'
import { ComposerFrame, ComposerKinds } from './pieces.tsx'
import { composerKinds } from './rules/kinds.ts'
import { emptyDraft, type ProgressDraft, parseProgressDraft, progressInput } from './rules/progress.ts'
import classes from './Timeline.module.css'

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
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
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
      await client.invalidateQueries({ queryKey: milestoneKeys.ofLead(leadId) })
    } catch {
      setState('failed')
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
      failure={state === 'failed' ? 'Failed to save milestone.' : null}
      isDraftKept={draft.dirty && value.description !== ''}
      options={<Details value={value} types={kind?.types ?? []} onChange={set} />}
      submit={{ label: 'Save', isSending: state === 'sending', isDisabled: false }}
      onSubmit={() => void save()}
    >
      <textarea
        className={classes.words}
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

interface DetailsProps {
  value: ProgressDraft
  types: readonly number[]
  onChange(patch: Partial<ProgressDraft>): void
}

/** How it went and when, where that can be said. */
function Details({ value, types, onChange }: DetailsProps) {
  const options = milestoneTypes.find(type => type.id === value.type)?.options ?? []
  const names = milestoneTypes
    .filter(type => types.includes(type.id))
    .map(({ id, name }) => ({ value: `${id}`, label: name }))
  return (
    <>
      {names.length > 1 && (
        <Select
          size="xs"
          w={150}
          aria-label="What happened"
          data={names}
          value={`${value.type}`}
          allowDeselect={false}
          onChange={id => id && onChange({ type: Number(id), option: null })}
        />
      )}
      {options.length > 0 && (
        <Select
          size="xs"
          w={140}
          aria-label="How it went"
          placeholder="How it went"
          data={options.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          value={value.option === null ? null : `${value.option}`}
          onChange={id => onChange({ option: id === null ? null : Number(id) })}
        />
      )}
      <TextInput
        size="xs"
        type="datetime-local"
        aria-label="When"
        value={value.date || localNow()}
        max={localNow()}
        onChange={event => onChange({ date: event.currentTarget.value })}
      />
    </>
  )
}
