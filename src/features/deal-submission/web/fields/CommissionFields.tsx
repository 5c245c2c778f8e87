import { ActionIcon, Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { IconBuildingBank, IconCircleCheckFilled, IconPlus, IconUsers, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Initials } from '../../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../../platform/web/text.ts'
import { MAX_PER_PAGE } from '../../../../platform/wire/page.ts'
import { splitFullName } from '../../../loops/rules/loops.ts'
import { agents } from '../../../people/web/client/people.ts'
import { splitProblem, sumOfSplits } from '../../rules/splits.ts'
import { type FormSplit, newSplit, withCommission, withPercentage, withTotal } from '../rules/form.ts'
import { cents } from '../rules/labels.ts'
import type { SubmissionState } from '../useSubmission.ts'
import classes from './Fields.module.css'
import { amountOf, dollars } from './OfferFields.tsx'

const shades = [
  'var(--kt-accent-9)',
  'var(--kt-accent-7)',
  'var(--kt-accent-5)',
  'var(--kt-accent-4)',
  'var(--kt-accent-3)',
]

/** The commission, in percent or in dollars, and who gets which part of it. */
export function CommissionFields({ state: { form, values, change } }: { state: SubmissionState }) {
  const { commission_splits: splits } = values
  const problem = splitProblem(splits)
  const total = values.totalCommission ?? 0
  const setSplits = (commission_splits: FormSplit[]) => change({ ...values, commission_splits })
  return (
    <>
      <div className={classes.commission}>
        <NumberInput
          label={values.transactionType === 'Listing' ? 'Commission' : 'Co-op commission'}
          suffix=" %"
          decimalScale={4}
          min={0}
          max={100}
          hideControls
          value={values.commission ?? ''}
          error={form.errors.commission}
          onChange={typed => change(withCommission(values, amountOf(typed)))}
        />
        <NumberInput
          {...dollars}
          label="Total commission"
          value={values.totalCommission ?? ''}
          error={form.errors.totalCommission}
          onChange={typed => change(withTotal(values, amountOf(typed)))}
        />
        <p className={classes.meta}>Either one fills the other. Tax is added on the statement.</p>
      </div>
      <div className={classes.bar} aria-hidden data-open={problem !== null || undefined}>
        {splits.map(({ id, percentage }, at) => (
          <span key={id} style={{ flexGrow: percentage, background: shades[at % shades.length] }} />
        ))}
        {problem !== null && <span style={{ flexGrow: Math.max(0, 100 - sumOfSplits(splits)) }} data-rest />}
      </div>
      <ul className={classes.rows}>
        {splits.map((split, at) => (
          <SplitRow
            key={split.id}
            split={split}
            colour={shades[at % shades.length] ?? ''}
            amount={cents((total * split.percentage) / 100)}
            onChange={next => setSplits(splits.map(one => (one.id === split.id ? next : one)))}
            onRemove={() => setSplits(splits.filter(({ id }) => id !== split.id))}
          />
        ))}
      </ul>
      <div className={classes.sum}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => setSplits([...splits, newSplit()])}
        >
          Split
        </Button>
        <output className={classes.addsUp} data-open={problem !== null || undefined}>
          {problem ?? (
            <>
              <IconCircleCheckFilled size={15} aria-hidden /> Adds up to 100
            </>
          )}
        </output>
        <b>{sumOfSplits(splits)} %</b>
        <b>{cents(total)}</b>
      </div>
      <Textarea
        label="Note to the office"
        autosize
        minRows={1}
        maxRows={8}
        value={values.notes}
        error={form.errors.notes}
        onChange={event => change({ ...values, notes: event.currentTarget.value })}
      />
    </>
  )
}

interface SplitRowProps {
  split: FormSplit
  colour: string
  amount: string
  onChange(split: FormSplit): void
  onRemove(): void
}

const parties = [
  { value: 'brokerage', label: 'Brokerage' },
  { value: 'coop', label: 'Co-op side' },
]

function SplitRow({ split, colour, amount, onChange, onRemove }: SplitRowProps) {
  const [search, setSearch] = useState('')
  const { data } = useQuery(agents({ perPage: MAX_PER_PAGE }))
  const people = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const own = split.agentId === null ? null : { value: String(split.agentId), label: split.name }
  const options = own && !people.some(({ value }) => value === own.value) ? [own, ...people] : people
  const { firstName, lastName } = splitFullName(split.name)
  const choose = (value: string | null, label: string) => {
    if (value === 'brokerage' || value === 'coop')
      onChange({ ...split, agentOption: value, agentId: null, name: label })
    else if (value) onChange({ ...split, agentOption: 'agent', agentId: Number(value), name: label })
  }
  return (
    <li className={classes.split}>
      <span className={classes.swatch} style={{ background: colour }} aria-hidden />
      {split.agentOption === 'agent' ? (
        <Initials text={initialsOf(firstName, lastName)} hue="orange" size={26} />
      ) : (
        <span className={classes.party} aria-hidden>
          {split.agentOption === 'brokerage' ? (
            <IconBuildingBank size={14} stroke={1.6} />
          ) : (
            <IconUsers size={14} stroke={1.6} />
          )}
        </span>
      )}
      <Select
        className={classes.party}
        aria-label="Party"
        searchable
        searchValue={search || split.name}
        onSearchChange={setSearch}
        data={[...parties, ...options]}
        value={split.agentId === null ? split.agentOption : String(split.agentId)}
        onChange={(value, option) => choose(value, option?.label ?? '')}
      />
      <TextInput
        className={classes.splitNotes}
        aria-label={`Notes on the part of ${split.name}`}
        placeholder="Notes"
        value={split.notes}
        onChange={event => onChange({ ...split, notes: event.currentTarget.value })}
      />
      <TextInput
        className={classes.percentage}
        aria-label={`Percentage of ${split.name}`}
        inputMode="numeric"
        rightSection="%"
        value={split.percentage === 0 ? '' : String(split.percentage)}
        placeholder="0"
        onChange={event => onChange(withPercentage(split, event.currentTarget.value))}
      />
      <span className={classes.amount}>{amount}</span>
      <ActionIcon size="sm" aria-label={`Remove the part of ${split.name}`} onClick={onRemove}>
        <IconX size={14} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}
