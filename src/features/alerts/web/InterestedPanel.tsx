import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago } from '../../../platform/web/time/time.ts'
import { fullName, leadPath } from '../../leads/rules.ts'
import type { Listing } from '../../listings/contract.ts'
import type { InterestedLead } from '../contract/interested.ts'
import { interestedText, whyToNobody } from '../rules/interested.ts'
import { interestedQuery, refetchInterested, sendHome } from './client.ts'
import classes from './Interested.module.css'

const FIRST = 6
const MINUTE = 60_000

/** Which leads a home is for: who saw it, and one press that sends it to those who have not. */
export function InterestedPanel({ listing: { mls_number, address } }: { listing: Listing }) {
  const { data } = useQuery(interestedQuery(mls_number))
  const [switched, setSwitched] = useState<Readonly<Record<number, boolean>>>({})
  const reason = useId()
  const [isWhole, setIsWhole] = useState(false)
  const send = useMutation({ mutationFn: (ids: readonly number[]) => sendTo(mls_number, address, ids) })
  if (!data || data.count === 0) return null
  const isChosen = ({ id, refusal, saw_at }: InterestedLead) => refusal === null && (switched[id] ?? saw_at === null)
  const chosen = data.leads.filter(isChosen).map(({ id }) => id)
  const rest = data.leads.length - FIRST
  return (
    <section className={classes.panel} aria-label="Leads for this home">
      <header>
        <h2>{interestedText(data)}</h2>
        <Button
          disabled={chosen.length === 0}
          aria-describedby={chosen.length === 0 ? reason : undefined}
          loading={send.isPending}
          onClick={() => send.mutate(chosen)}
        >
          {chosen.length === 0 ? 'Send' : `Send to ${chosen.length}`}
        </Button>
      </header>
      {chosen.length === 0 && (
        <p id={reason} className={classes.reason}>
          {whyToNobody(data.leads)}
        </p>
      )}
      <ul>
        {data.leads.slice(0, isWhole ? undefined : FIRST).map(lead => (
          <InterestedRow
            key={lead.id}
            lead={lead}
            isChosen={isChosen(lead)}
            onChoose={next => setSwitched({ ...switched, [lead.id]: next })}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button size="compact-xs" variant="subtle" color="gray" ml={-8} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `${rest} more`}
        </Button>
      )}
    </section>
  )
}

interface InterestedRowProps {
  lead: InterestedLead
  isChosen: boolean
  onChoose(isChosen: boolean): void
}

function InterestedRow({ lead, isChosen, onChoose }: InterestedRowProps) {
  const now = useNow(MINUTE)
  const name = fullName(lead) || 'No name'
  const seen = lead.saw_at && `Saw it ${ago(lead.saw_at, now).replace('Today', 'today')}`
  return (
    <li>
      <Checkbox
        aria-label={`Send to ${name}`}
        checked={isChosen}
        disabled={lead.refusal !== null}
        onChange={event => onChoose(event.currentTarget.checked)}
      />
      <Link to={leadPath(lead)} dir="auto">
        {name}
      </Link>
      <span>{[seen, lead.refusal ?? lead.alert.name].filter(Boolean).join(' · ')}</span>
    </li>
  )
}

const people = (count: number) => `${count} ${count === 1 ? 'lead' : 'leads'}`

/** Asks first: an e-mail cannot be taken back. Says to how many it went, and why to nobody else. */
async function sendTo(mls: string, address: string, ids: readonly number[]): Promise<void> {
  const isSure = await confirm({ title: `E-mail ${address}?`, message: `It goes to ${people(ids.length)} now.` })
  if (!isSure) return
  await undoable({
    run: () => sendHome(mls, ids),
    said({ sent, refused }) {
      const [first] = refused
      if (sent.length > 0) return [`Sent to ${people(sent.length)}.`, first?.errors[0]].filter(Boolean).join(' ')
      notifyFailure(first?.errors.join(' ') ?? 'We couldn’t send this home.')
      return null
    },
    settle: () => refetchInterested(mls),
  })
}
