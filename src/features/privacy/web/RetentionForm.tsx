import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { SettingHistory } from '../../settings/web/pieces.tsx'
import type { Retention } from '../contract.ts'
import { MAX_RETENTION_MONTHS, MIN_RETENTION_MONTHS } from '../rules.ts'
import { retentionPreview, retentionQuery, setRetention } from './client.ts'
import classes from './Privacy.module.css'
import { peopleCount } from './wording.ts'

const USUAL_MONTHS = 36

/** How long people are kept of whom nothing is heard. */
export function RetentionForm() {
  const { data, error, refetch } = useQuery(retentionQuery)
  return (
    <FrameSection title="How long people are kept">
      <div className={classes.section}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && (
          <Limits
            key={`${data.quiet_months} ${data.deleted_months}`}
            saved={{ quiet_months: data.quiet_months, deleted_months: data.deleted_months }}
          />
        )}
        <SettingHistory subject="retention" subject_id="retention" />
      </div>
    </FrameSection>
  )
}

function Limits({ saved }: { saved: Retention }) {
  const [limits, setLimits] = useState(saved)
  const [reason, setReason] = useState('')
  const [settled] = useDebouncedValue(limits, 300)
  const { data } = useQuery(retentionPreview(settled))
  const save = useMutation({ mutationFn: setRetention })
  const isChanged = limits.quiet_months !== saved.quiet_months || limits.deleted_months !== saved.deleted_months
  const ask = async () => {
    const people =
      (limits.quiet_months === null ? 0 : (data?.quiet_people ?? 0)) +
      (limits.deleted_months === null ? 0 : (data?.deleted_people ?? 0))
    const isSure =
      people === 0 ||
      (await confirm({
        title: 'Change how long people are kept',
        message: `${peopleCount(people)} will be erased tonight. This cannot be undone.`,
        destructive: true,
      }))
    if (isSure) save.mutate({ ...limits, reason: reason.trim() || undefined })
  }
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        void ask()
      }}
    >
      <Limit
        label="Erase leads of whom nothing was heard"
        note="Without any visit, contact or open task, who never became clients."
        months={limits.quiet_months}
        people={data?.quiet_people}
        onChange={quiet_months => setLimits({ ...limits, quiet_months })}
      />
      <Limit
        label="Erase leads that were deleted"
        note="Until then they can be put back."
        months={limits.deleted_months}
        people={data?.deleted_people}
        onChange={deleted_months => setLimits({ ...limits, deleted_months })}
      />
      <div className={classes.save}>
        <TextInput
          label="Reason"
          placeholder="Optional. Kept in the history"
          maxLength={300}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={!isChanged} loading={save.isPending}>
          Save
        </Button>
      </div>
      <p className={classes.failure} role="alert">
        {save.error && sentenceOf(save.error)}
      </p>
    </form>
  )
}

interface LimitProps {
  label: string
  note: string
  months: number | null
  people: number | undefined
  onChange(months: number | null): void
}

function Limit({ label, note, months, people, onChange }: LimitProps) {
  const concerned = months === null || people === undefined ? null : `${peopleCount(people)} today`
  return (
    <div className={classes.limit}>
      <Switch
        label={label}
        description={note}
        checked={months !== null}
        onChange={event => onChange(event.currentTarget.checked ? USUAL_MONTHS : null)}
      />
      {months !== null && (
        <>
          <NumberInput
            aria-label={`${label}: months`}
            suffix=" months"
            w={132}
            min={MIN_RETENTION_MONTHS}
            max={MAX_RETENTION_MONTHS}
            allowDecimal={false}
            value={months}
            onChange={value => onChange(Number(value) || MIN_RETENTION_MONTHS)}
          />
          <span className={classes.concerned}>{concerned}</span>
        </>
      )}
    </div>
  )
}
