import { useQuery } from '@tanstack/react-query'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import type { Lead } from '../../leads/contract/record.ts'
import { fullName } from '../../leads/rules.ts'
import { receivedText } from '../rules.ts'
import { Countdown } from './Countdown.tsx'
import { pendingTransfersQuery } from './client/transfers.ts'
import { TransferButtons } from './TransferButtons.tsx'
import classes from './Transfers.module.css'

/** A lead that waits for the reader's answer: what may be known of it, and the answer. */
export function SentLead({ lead }: { lead: Lead }) {
  const { data } = useQuery(pendingTransfersQuery)
  const transfer = data?.lead_transfers.find(one => one.lead.id === lead.id)
  const name = fullName(lead) || (transfer?.kind === 'offer' ? 'A new lead is offered to you' : 'No name')
  useBreadcrumbs([{ label: name }])
  const known = [
    { label: 'Type', value: lead.roles_string },
    { label: 'Areas', value: [...lead.primary_areas, ...lead.all_areas].join(', ') },
  ].filter(({ value }) => value !== '')
  return (
    <div className={classes.screen}>
      <section className={classes.card} aria-label="Lead sent to you">
        {transfer && <p className={classes.text}>{receivedText(transfer)}</p>}
        <h1 className={classes.heading}>{name}</h1>
        <dl className={classes.known}>
          {known.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.explained}>
          Accept to see {transfer?.kind === 'offer' ? 'the name, ' : ''}contact details, timeline and notes.
        </p>
        {transfer && (
          <>
            <Countdown transfer={transfer} />
            <div className={classes.buttons}>
              <TransferButtons transfer={transfer} side="received" size="lg" />
            </div>
          </>
        )}
      </section>
    </div>
  )
}
