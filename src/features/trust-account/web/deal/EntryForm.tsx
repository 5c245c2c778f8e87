import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import { exact } from '../../../commission/rules/cents.ts'
import { type DealTrust, trustAccountCalls } from '../../contract.ts'
import { type Method, methodLabels, methods, type Purpose, purposeLabels, purposes } from '../../rules/kinds.ts'
import { refetchTrust } from '../client.ts'
import { missingDeposit } from '../missingDeposit.ts'
import classes from './Trust.module.css'

interface EntryFormProps {
  dealId: number
  kind: 'deposit' | 'payment'
  trust: DealTrust
  onClose(): void
}

const choices = <Value extends string>(values: readonly Value[], words: Readonly<Record<Value, string>>) =>
  values.map(value => ({ value, label: words[value] }))

/** Writes down money that came in, or that went out. */
export function EntryForm({ dealId, kind, trust, onClose }: EntryFormProps) {
  const isDeposit = kind === 'deposit'
  const entry = useCallForm(isDeposit ? trustAccountCalls.receive : trustAccountCalls.payOut, {
    initial: {
      amount: (isDeposit ? missingDeposit(trust) || '' : trust.held) as number | string,
      happened_on: localNow().slice(0, 10),
      party: '',
      method: (isDeposit ? 'bank_draft' : 'cheque') as Method,
      purpose: 'commission' as Purpose,
      reference: '',
    },
    inputOf: ({ amount, purpose, ...values }) => ({
      id: dealId,
      ...values,
      amount: Number(amount),
      ...(isDeposit ? {} : { purpose }),
    }),
    async onSaved() {
      notify(isDeposit ? 'The deposit is in the ledger.' : 'The payment is in the ledger.')
      await refetchTrust()
      onClose()
    },
  })
  const { form } = entry
  const amount = Number(form.values.amount) || 0
  const isTooMuch = !isDeposit && Math.round(amount * 100) > Math.round(trust.held * 100)
  return (
    <FormDialog
      title={isDeposit ? 'Money came in' : 'Money went out'}
      action={isDeposit ? 'Record deposit' : 'Record payment'}
      form={entry}
      maySubmit={amount > 0 && !isTooMuch && form.values.party.trim() !== ''}
      onClose={onClose}
    >
      <NumberInput
        label="Amount"
        description={isDeposit ? undefined : `${exact(trust.held)} is held for this deal.`}
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        hideControls
        min={0}
        max={100_000_000}
        required
        data-autofocus
        {...form.getInputProps('amount')}
        error={isTooMuch ? 'This is more than the deal holds.' : form.errors.amount}
      />
      <TextInput label={isDeposit ? 'From' : 'To'} maxLength={120} required {...form.getInputProps('party')} />
      {!isDeposit && (
        <NativeSelect label="What for" data={choices(purposes, purposeLabels)} {...form.getInputProps('purpose')} />
      )}
      <div className={classes.pair}>
        <NativeSelect label="Method" data={choices(methods, methodLabels)} {...form.getInputProps('method')} />
        <TextInput label="Reference" maxLength={60} {...form.getInputProps('reference')} />
      </div>
      <DateTimeField kind="date" label="Day" required {...form.getInputProps('happened_on')} />
      <p className={classes.note}>
        Nothing in the ledger is changed later: what is wrong is taken back by an entry of its own.
      </p>
    </FormDialog>
  )
}
