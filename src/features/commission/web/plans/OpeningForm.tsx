import { NativeSelect, NumberInput, Textarea } from '@mantine/core'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { type AgentAccount, commissionCalls } from '../../contract.ts'
import { exact, inCents } from '../../rules/cents.ts'
import { refetchCommission } from '../client.ts'
import classes from './Plans.module.css'

interface OpeningFormProps {
  account: AgentAccount
  onClose(): void
}

const dollars = { prefix: '$', thousandSeparator: ',', decimalScale: 2, min: 0, max: 100_000_000 }

/** The same day of another year. */
const yearsOn = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/** Asks what an agent earned in a year before their deals were kept here, and where that is known from. */
export function OpeningForm({ account, onClose }: OpeningFormProps) {
  const { agent_id, name, year_start, openings } = account
  const nowOf = (year: string) => {
    const lines = openings.filter(line => line.year_start === year)
    const total = (key: 'side' | 'house') => lines.reduce((sum, line) => sum + inCents(line[key]), 0) / 100
    return { isSaid: lines.length > 0, side: total('side'), house: total('house') }
  }
  const years = [year_start, yearsOn(year_start, -1), ...openings.map(line => line.year_start)]
  const start = nowOf(year_start)
  const entry = useCallForm(commissionCalls.saveOpening, {
    initial: { year_start, side: start.side as number | string, house: start.house as number | string, note: '' },
    inputOf: ({ side, house, ...rest }) => ({ agentId: agent_id, ...rest, side: Number(side), house: Number(house) }),
    async onSaved() {
      notify(`The opening balance of ${name} is saved.`)
      await refetchCommission()
      onClose()
    },
  })
  const { form } = entry
  const now = nowOf(form.values.year_start)
  const isOther =
    inCents(Number(form.values.side)) !== inCents(now.side) || inCents(Number(form.values.house)) !== inCents(now.house)
  return (
    <FormDialog
      title={`Opening balance of ${name}`}
      action={now.isSaid ? 'Add correction' : 'Save'}
      form={entry}
      maySubmit={isOther && form.values.note.trim() !== ''}
      onClose={onClose}
    >
      <NativeSelect
        label="Year"
        data={[...new Set(years)]
          .toSorted()
          .reverse()
          .map(value => ({ value, label: `From ${calendarDay(value)}` }))}
        {...form.getInputProps('year_start')}
        onChange={({ currentTarget: { value } }) => form.setValues({ year_start: value, ...amountsOf(nowOf(value)) })}
      />
      <NumberInput
        label="Commission of the agent’s sides"
        description="Of that year, before it was divided."
        required
        {...dollars}
        {...form.getInputProps('side')}
      />
      <NumberInput
        label="The brokerage’s part of it"
        description="It counts for the cap."
        required
        {...dollars}
        {...form.getInputProps('house')}
      />
      <Textarea
        label="Note"
        description="Where it is known from."
        required
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('note')}
      />
      {now.isSaid && (
        <p className={classes.none}>
          Now {exact(now.side)}, {exact(now.house)} to the brokerage. It stays, and the difference is added.
        </p>
      )}
    </FormDialog>
  )
}

const amountsOf = ({ side, house }: { side: number; house: number }) => ({ side, house })
