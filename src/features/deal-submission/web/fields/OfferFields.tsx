import { NumberInput, Select, TextInput } from '@mantine/core'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { dealStatuses } from '../../../deals/rules/kinds.ts'
import { withPrice } from '../rules/form.ts'
import type { SubmissionState } from '../useSubmission.ts'
import classes from './Fields.module.css'

/** Statuses that a person may submit a deal with: the office closes it. */
const statuses = dealStatuses.filter(({ id }) => id <= 4).map(({ id, name }) => ({ value: String(id), label: name }))

/** What stands in a field for an amount. */
export const amountOf = (value: string | number): number | null => (value === '' ? null : Number(value))

/** How amounts in dollars are typed. */
export const dollars = { prefix: '$', thousandSeparator: ',', decimalScale: 2, min: 0, hideControls: true } as const

/** Price, deposit, days, the other side and how far the deal is. */
export function OfferFields({ state: { form, values, change } }: { state: SubmissionState }) {
  const set = (fields: Partial<typeof values>) => change({ ...values, ...fields })
  const share =
    values.acceptedPrice && values.depositAmount
      ? `${Math.round((values.depositAmount / values.acceptedPrice) * 100)} % of the price`
      : undefined
  return (
    <>
      <div className={classes.four}>
        <NumberInput
          {...dollars}
          label="Accepted price"
          value={values.acceptedPrice ?? ''}
          error={form.errors.acceptedPrice}
          onChange={typed => change(withPrice(values, amountOf(typed)))}
        />
        <NumberInput
          {...dollars}
          label="Deposit"
          title={share}
          value={values.depositAmount ?? ''}
          error={form.errors.depositAmount}
          onChange={typed => set({ depositAmount: amountOf(typed) })}
        />
        <DateTimeField
          kind="date"
          label="Offer date"
          prefers="past"
          value={values.offerDate}
          error={form.errors.offerDate}
          onChange={offerDate => set({ offerDate })}
        />
        <DateTimeField
          kind="date"
          label="Closing date"
          value={values.closingDate}
          error={form.errors.closingDate}
          onChange={closingDate => set({ closingDate })}
        />
      </div>
      <div className={classes.four}>
        <TextInput
          label={values.transactionType === 'Listing' ? 'Buyer’s brokerage' : 'Co-op brokerage'}
          value={values.coopBrokerage}
          error={form.errors.coopBrokerage}
          onChange={event => set({ coopBrokerage: event.currentTarget.value })}
        />
        <TextInput
          label="Co-op agent"
          placeholder="First name"
          value={values.coopAgentFirstName}
          error={form.errors.coopAgentFirstName}
          onChange={event => set({ coopAgentFirstName: event.currentTarget.value })}
        />
        <TextInput
          label="Last name"
          value={values.coopAgentLastName}
          error={form.errors.coopAgentLastName}
          onChange={event => set({ coopAgentLastName: event.currentTarget.value })}
        />
        <Select
          label="Status"
          data={statuses}
          value={String(values.dealStatus)}
          allowDeselect={false}
          onChange={status => set({ dealStatus: Number(status ?? 2) })}
        />
      </div>
    </>
  )
}
