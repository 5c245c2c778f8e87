import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { type AgentAvailability, distributionCalls } from '../../contract.ts'
import { saveAvailability } from '../client.ts'

/** What the form holds; empty text for nothing. */
export interface AvailabilityValues extends Record<string, unknown> {
  days_off: number[]
  /** HH:mm. */
  starts_at: string
  ends_at: string
  away_from: string
  away_until: string
  substitute_id: string
  languages: string[]
}

const valuesOf = (saved: AgentAvailability): AvailabilityValues => ({
  days_off: [...saved.days_off],
  starts_at: saved.starts_at?.slice(0, 5) ?? '',
  ends_at: saved.ends_at?.slice(0, 5) ?? '',
  away_from: saved.away_from ?? '',
  away_until: saved.away_until ?? '',
  substitute_id: String(saved.substitute?.id ?? 0),
  languages: [...saved.languages],
})

const timesOf = ({ days_off, starts_at, ends_at, away_from, away_until }: AvailabilityValues) => ({
  days_off,
  starts_at: starts_at || null,
  ends_at: ends_at || null,
  away_from: away_from || null,
  away_until: away_until || null,
})

/** The form of when one agent takes leads, with what it comes to as it is typed. */
export function useAvailabilityForm(saved: AgentAvailability, isOwn: boolean) {
  const before = valuesOf(saved)
  const entry = useCallForm(distributionCalls.setAvailability, {
    initial: before,
    inputOf: values => ({
      id: saved.agent_id,
      ...timesOf(values),
      substitute_id: Number(values.substitute_id) || null,
      languages: values.languages,
    }),
    send: input => saveAvailability(input, isOwn),
    onSaved: () => notify(isOwn ? 'Your working hours are saved.' : `The working hours of ${saved.name} are saved.`),
  })
  const { values } = entry.form
  const isChanged = JSON.stringify(values) !== JSON.stringify(before)
  return { ...entry, isChanged, times: timesOf(values) }
}
