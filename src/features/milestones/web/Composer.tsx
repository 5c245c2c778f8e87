import { Button, Select, TextInput } from '@mantine/core'
import { IconCloudCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { useDraft } from '../../../platform/web/drafts.ts'
import { milestoneTypes } from '../rules.ts'
import { milestoneKeys, saveProgress } from './client.ts'
import { MilestoneIcon } from './MilestoneIcon.tsx'
import { composerKinds } from './rules/kinds.ts'
import { emptyDraft, localNow, type ProgressDraft, parseProgressDraft, progressInput } from './rules/progress.ts'
import classes from './Timeline.module.css'

interface ComposerProps {
  leadId: number
  /** Where things stand after it was saved. */
  onSaved(progress: { last_contacted_at: string | null }): void
}

/** Records what was done with a lead: kind, how it went, when, and in words. What is typed survives a reload. */
export function Composer({ leadId, onSaved }: ComposerProps) {
  const client = useQueryClient()
  const draft = useDraft(`progress-${leadId}`, emptyDraft, parseProgressDraft)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const { value } = draft
  const set = (patch: Partial<ProgressDraft>) => draft.change({ ...value, ...patch })
  const kind = composerKinds.find(each => each.types.includes(value.type)) ?? composerKinds[0]
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    if (state === 'sending') return
    setState('sending')
    try {
      const { progress } = await saveProgress(progressInput(leadId, value), key)
      draft.clear()
      setKey(crypto.randomUUID())
      setState('idle')
      onSaved(progress)
      await client.invalidateQueries({ queryKey: milestoneKeys.ofLead(leadId) })
    } catch {
      setState('failed')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  return (
    <form className={classes.composer} onSubmit={event => void save(event)} aria-label="Record progress">
      <Kinds type={value.type} onChoose={type => set({ type, option: null })} />
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
      {state === 'failed' && (
        <p className={classes.failed} role="alert">
          Failed to save milestone.
        </p>
      )}
      <div className={classes.foot}>
        {draft.dirty && value.description ? (
          <span className={classes.draft}>
            <IconCloudCheck size={15} stroke={1.6} aria-hidden /> Draft saved
          </span>
        ) : (
          <span className={classes.draft} />
        )}
        <Details value={value} types={kind?.types ?? []} onChange={set} />
        <Button type="submit" size="xs" loading={state === 'sending'} rightSection={<KeyHint keys="⌘↵" />}>
          Save
        </Button>
      </div>
    </form>
  )
}

function Kinds({ type, onChoose }: { type: number; onChoose(type: number): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one choice
    <div className={classes.kinds} role="group" aria-label="Kind of progress">
      {composerKinds.map(({ label, types }) => (
        <button
          key={label}
          type="button"
          className={classes.kind}
          aria-pressed={types.includes(type)}
          onClick={() => onChoose(types[0] ?? type)}
        >
          <MilestoneIcon type={types[0] ?? type} />
          {label}
        </button>
      ))}
    </div>
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
    <div className={classes.options}>
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
    </div>
  )
}
