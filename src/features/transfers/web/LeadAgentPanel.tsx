import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Initials, PanelSection } from '../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../platform/web/text.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import type { Lead, LeadRow } from '../../leads/contract/record.ts'
import { useSession } from '../../people/web/client/people.ts'
import type { Transfer } from '../contract.ts'
import { receivedText } from '../rules.ts'
import { recruiterQuery, transfersOfLeadQuery } from './client/transfers.ts'
import { unflag, useHandOver } from './hand-over/useHandOver.ts'
import { TransferButtons } from './TransferButtons.tsx'
import classes from './Transfers.module.css'

interface LeadAgentPanelProps {
  lead: LeadRow & Partial<Lead>
  now: Date
  zone: string
}

/** Whose lead it is, on the way to whom, and how it changes hands. */
export function LeadAgentPanel({ lead, now, zone }: LeadAgentPanelProps) {
  const { isOffice, mayHandOver, handOver } = useHandOver()
  const [first = '', ...rest] = (lead.agent?.name ?? '').split(' ')
  const { user } = useSession()
  // An assignment that was not acknowledged is theirs already.
  const isOnItsWay = lead.leadTransfer != null && lead.leadTransfer.userId !== user?.id
  const mayGive = mayHandOver && !lead.is_bogus && (isOffice || !isOnItsWay)
  return (
    <PanelSection
      title="Agent"
      action={
        mayGive && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => handOver(lead)}>
            {isOffice ? 'Reassign' : 'Transfer'}
          </Button>
        )
      }
    >
      {lead.agent ? (
        <p className={classes.person}>
          <Initials text={initialsOf(first, rest.at(-1) ?? '')} hue="orange" size={24} />
          <span>{lead.agent.name}</span>
          <span>{lead.claimed_at && `since ${shortDay(lead.claimed_at, now, zone)}`}</span>
        </p>
      ) : (
        <p className={classes.quiet}>Not claimed yet.</p>
      )}
      {lead.leadTransfer && <Pending id={lead.id} />}
      {lead.is_bogus ? <Bogus lead={lead} /> : mayHandOver && <MoreActions lead={lead} />}
    </PanelSection>
  )
}

/** The hand-over that waits, with the answers of whoever may give one. */
function Pending({ id }: { id: number }) {
  const { data } = useQuery(transfersOfLeadQuery(id))
  const { user } = useSession()
  const transfer = data?.find(one => one.state === 'pending')
  if (!transfer) return null
  const isReceiver = transfer.to_agent.id === user?.agent_id
  const isSender = transfer.from_agent?.id === user?.agent_id && !isReceiver
  return (
    <div className={classes.pending} role="status">
      <p>
        {isReceiver
          ? receivedText(transfer).replace(' the following lead:', ' this lead.')
          : recordNamesOf(transfer, isSender)}
      </p>
      {(isReceiver || isSender) && (
        <div className={classes.buttons}>
          <TransferButtons transfer={transfer} side={isReceiver ? 'received' : 'sent'} size="xs" />
        </div>
      )}
    </div>
  )
}

function recordNamesOf({ kind, from_agent, to_agent }: Transfer, isSender: boolean): string {
  if (kind === 'assignment') return `${to_agent.fullname} has not yet acknowledged this assignment.`
  if (kind === 'offer') return `Offered to ${to_agent.fullname}.`
  return `${isSender ? 'You have' : `${from_agent?.fullname} has`} sent ${to_agent.fullname} this lead.`
}

function MoreActions({ lead }: { lead: LeadAgentPanelProps['lead'] }) {
  const { recruit, flag } = useHandOver()
  const { data } = useQuery(recruiterQuery)
  const toRecruiter = useMutation({ mutationFn: recruit })
  const toBogus = useMutation({ mutationFn: flag })
  const isRecruiters = data?.recruiter && lead.agent?.name === data.recruiter.name
  return (
    <div className={classes.actions}>
      {!isRecruiters && (
        <Button size="xs" variant="default" loading={toRecruiter.isPending} onClick={() => toRecruiter.mutate(lead)}>
          Hand to recruiter
        </Button>
      )}
      <Button size="xs" variant="default" loading={toBogus.isPending} onClick={() => toBogus.mutate(lead)}>
        Flag as bogus
      </Button>
    </div>
  )
}

function Bogus({ lead }: { lead: LeadAgentPanelProps['lead'] }) {
  const { isOffice } = useHandOver()
  return (
    <div className={classes.pending} role="status">
      <p>Flagged as bogus. Hidden from lists; gets no messages.</p>
      {isOffice && (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" onClick={() => void unflag(lead.id)}>
            Not bogus
          </Button>
        </div>
      )}
    </div>
  )
}
