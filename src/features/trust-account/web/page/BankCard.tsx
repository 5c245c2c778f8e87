import { Button, NumberInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { exact, inCents } from '../../../commission/rules/cents.ts'
import { type TrustMonthDetail, trustAccountCalls } from '../../contract.ts'
import { closeMonth, refetchTrust, takeBackMonth } from '../client.ts'
import classes from './TrustPage.module.css'

interface BankCardProps {
  detail: TrustMonthDetail
  /** What the bank does not have yet: ids, and their sum in cents. */
  outstanding: { ids: readonly number[]; cents: number }
}

/** The bank's balance beside the ledger's, by how much they differ, and who says that they agree. */
export function BankCard({ detail, outstanding }: BankCardProps) {
  const isForm = detail.state === 'open' && detail.waits_for === null
  return (
    <aside className={classes.bank} aria-label="Bank statement">
      <div>
        {isForm ? (
          <Balance detail={detail} outstanding={outstanding} />
        ) : (
          <>
            {detail.bank_balance !== null && (
              <Sums
                closing={detail.closing}
                bank={inCents(detail.bank_balance)}
                outstanding={outstanding.cents}
                isShown={detail.state !== 'open'}
              />
            )}
            {detail.state === 'balanced' && <Second detail={detail} />}
            {detail.state === 'open' && <p className={classes.note}>{detail.waits_for}</p>}
          </>
        )}
      </div>
    </aside>
  )
}

function Balance({ detail, outstanding }: BankCardProps) {
  const entry = useCallForm(trustAccountCalls.balance, {
    initial: { bank_balance: (detail.bank_balance ?? '') as number | string },
    inputOf: ({ bank_balance }) => ({
      month: detail.month,
      bank_balance: Number(bank_balance),
      outstanding: [...outstanding.ids],
    }),
    async onSaved() {
      notify('The month is balanced. A second person closes it.')
      await refetchTrust()
    },
  })
  const { form } = entry
  const isTyped = form.values.bank_balance !== ''
  const bank = inCents(Number(form.values.bank_balance) || 0)
  const isEqual = isTyped && bank + outstanding.cents === inCents(detail.closing)
  return (
    <form onSubmit={event => void entry.submit(event)}>
      <NumberInput
        label="Balance on the bank statement"
        description="At the end of the month."
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        hideControls
        required
        {...form.getInputProps('bank_balance')}
      />
      <p className={classes.note}>Take the mark from entries that the statement does not have yet.</p>
      <Sums closing={detail.closing} bank={bank} outstanding={outstanding.cents} isShown={isTyped} />
      {entry.failure !== null && (
        <p className={classes.unequal} role="alert">
          {entry.failure}
        </p>
      )}
      <Button type="submit" fullWidth loading={entry.isSending} disabled={!isEqual}>
        They agree
      </Button>
    </form>
  )
}

interface SumsProps {
  closing: number
  bank: number
  outstanding: number
  /** There is a balance of the bank to compare with. */
  isShown: boolean
}

function Sums({ closing, bank, outstanding, isShown }: SumsProps) {
  const difference = bank + outstanding - inCents(closing)
  return (
    <>
      <dl className={classes.sums}>
        <div>
          <dt>Bank</dt>
          <dd>{isShown ? exact(bank / 100) : '–'}</dd>
        </div>
        <div>
          <dt>Not at the bank yet</dt>
          <dd>{exact(outstanding / 100)}</dd>
        </div>
        <div>
          <dt>Ledger</dt>
          <dd>{exact(closing)}</dd>
        </div>
      </dl>
      {isShown &&
        (difference === 0 ? (
          <p className={classes.equal}>
            <IconCircleCheckFilled size={15} aria-hidden /> They agree to the cent
          </p>
        ) : (
          <p className={classes.unequal} role="status">
            <IconAlertTriangle size={15} stroke={1.6} aria-hidden /> {exact(difference / 100)} apart
          </p>
        ))}
    </>
  )
}

/** What the second person does, and what the first one may still do. */
function Second({ detail: { month, is_own, is_outdated } }: { detail: TrustMonthDetail }) {
  const close = useMutation({ mutationFn: () => closeMonth(month), onSuccess: () => notify('The month is closed.') })
  const back = useMutation({ mutationFn: () => takeBackMonth(month) })
  const error = close.error ?? back.error
  return (
    <>
      {is_own && <p className={classes.note}>You balanced this month. Somebody else closes it.</p>}
      {error && (
        <p className={classes.unequal} role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {!is_own && !is_outdated && (
        <Button fullWidth loading={close.isPending} onClick={() => close.mutate()}>
          Close the month
        </Button>
      )}
      <Button variant="default" fullWidth loading={back.isPending} onClick={() => back.mutate()}>
        Balance it again
      </Button>
    </>
  )
}
