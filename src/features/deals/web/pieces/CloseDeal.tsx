import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import { dealCalls } from '../../contract.ts'
import { dealStatus } from '../../rules/kinds.ts'
import { dealQuery, refetchDeals, useIsDealOffice } from '../client.ts'
import classes from './CloseDeal.module.css'

interface CloseDealProps {
  deal: { id: number; close_date: string | null }
  /** How the deal is called. */
  title: string
  onClose(): void
}

/** Asks on which day a deal closed and, of the office, why it closes although something is missing. */
export function CloseDeal({ deal, title, onClose }: CloseDealProps) {
  const isOffice = useIsDealOffice()
  const { data } = useQuery(dealQuery(deal.id))
  const missing = data?.missing ?? []
  const entry = useCallForm(dealCalls.update, {
    initial: { close_date: deal.close_date ?? localNow().slice(0, 10), reason: '' },
    inputOf: ({ close_date, reason }) => ({
      id: deal.id,
      status: dealStatus.closed,
      close_date: close_date || null,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    }),
    failed: error => serverSentence(error, 'Failed to update deal.'),
    async onSaved() {
      notify(`${title} is closed.`)
      await refetchDeals()
      onClose()
    },
  })
  const { form } = entry
  const isHeld = missing.length > 0 && (!isOffice || form.values.reason.trim() === '')
  return (
    <FormDialog title={`Close ${title}`} action="Close deal" form={entry} maySubmit={!isHeld} onClose={onClose}>
      <DateTimeField kind="date" label="Closing day" required {...form.getInputProps('close_date')} />
      {missing.length > 0 && (
        <div className={classes.missing}>
          Missing before Closed:
          <ul>
            {missing.map(one => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      {missing.length > 0 && isOffice && (
        <Textarea
          label="Reason"
          description="Why it closes without them. Kept in the audit log."
          required
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      )}
      {!isOffice && <p className={classes.note}>Once it is closed, only the deals office can change it.</p>}
    </FormDialog>
  )
}
