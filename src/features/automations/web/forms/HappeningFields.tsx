import type { Trigger, Until } from '../../contract/definition.ts'
import type { Choices } from '../names.ts'
import type { Problems } from '../rules/steps.ts'
import {
  AnyOf,
  Choice,
  channelOptions,
  claimOptions,
  dealStatusOptions,
  opportunityOptions,
  requestOptions,
  statusOptions,
  useSourceOptions,
} from './Fields.tsx'

interface HappeningFieldsProps<Value extends Trigger | Until> {
  value: Value
  choices: Choices
  problems: Problems
  onChange(value: Value): void
}

/** What narrows something that happens: which tag, from which status, by which channel. */
export function HappeningFields<Value extends Trigger | Until>(props: HappeningFieldsProps<Value>) {
  const { value: whole, choices, problems } = props
  const value: Trigger | Until = whole
  const set = (fields: object) => props.onChange({ ...whole, ...fields })
  switch (value.kind) {
    case 'lead_created':
      return (
        <>
          <Sources label="Sources" any="Any source" value={value.sources} onChange={sources => set({ sources })} />
          <Sources
            label="Except"
            any="No source left out"
            value={value.except_sources}
            onChange={except_sources => set({ except_sources })}
          />
        </>
      )
    case 'lead_claimed':
      return <AnyOf label="How" any="In any way" options={claimOptions} value={value.by} onChange={by => set({ by })} />
    case 'status_changed':
      return (
        <>
          <AnyOf
            label="From"
            any="Any status"
            options={statusOptions}
            value={value.from}
            onChange={from => set({ from })}
          />
          <AnyOf label="To" any="Any status" options={statusOptions} value={value.to} onChange={to => set({ to })} />
        </>
      )
    case 'tag_added':
    case 'tag_removed':
      return (
        <Choice
          label="Tag"
          options={choices.tags}
          value={value.tag_id}
          error={problems.tag_id}
          onChange={tag_id => set({ tag_id })}
        />
      )
    case 'opportunity_created':
      return (
        <AnyOf
          label="Kinds"
          any="Any opportunity"
          options={opportunityOptions}
          value={value.types}
          onChange={types => set({ types })}
        />
      )
    case 'request_submitted':
      return (
        <AnyOf
          label="Kinds"
          any="Any request"
          options={requestOptions}
          value={value.kinds}
          onChange={kinds => set({ kinds })}
        />
      )
    case 'message_received':
      return (
        <AnyOf
          label="By"
          any="Text or e-mail"
          options={channelOptions}
          value={value.channels}
          onChange={channels => set({ channels })}
        />
      )
    case 'deal_status_changed':
      return (
        <AnyOf
          label="To"
          any="Any status"
          options={dealStatusOptions}
          value={value.statuses}
          onChange={statuses => set({ statuses })}
        />
      )
    default:
      return null
  }
}

interface SourcesProps {
  label: string
  any: string
  value: string[] | undefined
  onChange(value: string[] | undefined): void
}

function Sources(props: SourcesProps) {
  return <AnyOf {...props} options={useSourceOptions()} />
}
