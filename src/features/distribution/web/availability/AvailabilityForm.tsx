import { Button, Select, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { FormGroup } from '../../../../platform/ui/forms/FormGroup.tsx'
import { WeekdayChips } from '../../../../platform/ui/forms/WeekdayChips.tsx'
import { ToggleChip } from '../../../../platform/ui/pieces.tsx'
import type { CallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { clockText, timesEvery } from '../../../../platform/wire/clock.ts'
import { agentOptionsQuery } from '../../../leads/web/client/leads.ts'
import type { AgentAvailability } from '../../contract.ts'
import classes from './Availability.module.css'
import { type AvailabilityValues, useAvailabilityForm } from './useAvailabilityForm.ts'
import { meaningOf } from './wording.ts'

interface AvailabilityFormProps {
  saved: AgentAvailability
  /** The person's own, so that it speaks to them. */
  isOwn: boolean
}

/** Working days and hours, a vacation with a substitute, and languages of one agent. */
export function AvailabilityForm({ saved, isOwn }: AvailabilityFormProps) {
  const { form, isSending, failure, submit, isChanged, times } = useAvailabilityForm(saved, isOwn)
  const { data: options = [] } = useQuery(agentOptionsQuery)
  const standIn = options.find(({ value }) => value === form.values.substitute_id && value !== '0')?.label ?? null
  return (
    <form className={classes.form} aria-label="Working hours" onSubmit={event => void submit(event)}>
      <p className={classes.meaning}>{meaningOf(times, { name: isOwn ? null : saved.name, standIn })}</p>
      <Week form={form} />
      <FormGroup title="Vacation" note="No offers on these days, the first and the last included">
        <div className={classes.line}>
          <DateTimeField kind="date" label="First day" placeholder="None" {...form.getInputProps('away_from')} />
          <DateTimeField
            kind="date"
            label="Last day"
            placeholder="None"
            min={form.values.away_from || undefined}
            {...form.getInputProps('away_until')}
          />
          {form.values.away_from !== '' && (
            <Button
              variant="subtle"
              className={classes.clear}
              onClick={() => form.setValues({ away_from: '', away_until: '' })}
            >
              No vacation
            </Button>
          )}
        </div>
        <Select
          label="Stand-in"
          description="Gets leads that would go to the absent agent first: of their own listings, and of people they know."
          searchable
          data={options
            .filter(({ value }) => value !== String(saved.agent_id))
            .map(option => (option.value === '0' ? { ...option, label: 'Nobody' } : option))}
          allowDeselect={false}
          {...form.getInputProps('substitute_id')}
        />
      </FormGroup>
      <FormGroup title="Languages" note="Leads who speak another language go to colleagues">
        <TagsInput
          aria-label="Languages"
          placeholder={form.values.languages.length === 0 ? 'Not said: leads of any language' : ''}
          data={languages}
          maxTags={20}
          {...form.getInputProps('languages')}
        />
      </FormGroup>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <footer className={classes.foot}>
        <span>
          {isOwn ? 'Your' : 'Their'} days and hours, {saved.zone.replace('_', ' ')}
        </span>
        <Button variant="default" disabled={!isChanged} onClick={() => form.reset()}>
          Discard
        </Button>
        <Button type="submit" loading={isSending} disabled={!isChanged}>
          Save
        </Button>
      </footer>
    </form>
  )
}

/** What people in the region speak most; others can be typed. */
const languages = [
  ...['Arabic', 'Cantonese', 'English', 'Farsi', 'French', 'Gujarati', 'Hindi', 'Italian', 'Korean', 'Mandarin'],
  ...['Polish', 'Portuguese', 'Punjabi', 'Russian', 'Spanish', 'Tagalog', 'Tamil', 'Ukrainian', 'Urdu', 'Vietnamese'],
]

const everyDay = [1, 2, 3, 4, 5, 6, 7]

function Week({ form }: { form: CallForm<AvailabilityValues>['form'] }) {
  const { days_off, starts_at } = form.values
  const [wasHours, setWasHours] = useState({ starts_at: '09:00', ends_at: '18:00' })
  const hasHours = starts_at !== ''
  const toggleHours = () => {
    if (hasHours) setWasHours({ starts_at: form.values.starts_at, ends_at: form.values.ends_at })
    form.setValues(hasHours ? { starts_at: '', ends_at: '' } : wasHours)
  }
  const time = (key: 'starts_at' | 'ends_at', label: string) => (
    <Select
      aria-label={label}
      w={120}
      searchable
      allowDeselect={false}
      data={timesEvery(30).map(value => ({ value, label: clockText(value) }))}
      {...form.getInputProps(key)}
    />
  )
  return (
    <FormGroup title="Week" note="Days and hours for new leads">
      <fieldset className={classes.chips}>
        <legend className="visually-hidden">Working days</legend>
        <WeekdayChips
          chosen={everyDay.filter(day => !days_off.includes(day))}
          onChange={days =>
            form.setFieldValue(
              'days_off',
              everyDay.filter(day => !days.includes(day)),
            )
          }
        />
      </fieldset>
      <div className={classes.hours}>
        <ToggleChip on={!hasHours} onChange={toggleHours}>
          Any time
        </ToggleChip>
        {hasHours && (
          <>
            {time('starts_at', 'From')} <span>to</span> {time('ends_at', 'To')}
          </>
        )}
      </div>
    </FormGroup>
  )
}
