import { ActionIcon, Button } from '@mantine/core'
import { IconMail, IconMessage2, IconNote, IconPhone, IconPhoneOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { usePhoneText } from '../../../features/leads/web/client/phones.ts'
import {
  contactOf,
  hasWithdrawn,
  mayTryText,
  reachOf,
  whyNotReached,
} from '../../../features/leads/web/pieces/wording.ts'
import { openNoteTask } from '../modals/noteTask.ts'
import classes from './ReachLead.module.css'

interface ReachLeadProps {
  lead: LeadRow
  /** The task that a call fulfils. */
  taskId?: number
  /** Whether Call fills the row, with the key that presses it. */
  wideCall?: ReactNode
}

/** Call, text and e-mail with what this device has for it, and a note. Keys press them by `data-act`. */
export function ReachLead({ lead, taskId, wideCall }: ReachLeadProps) {
  const { phone, email } = contactOf(lead)
  const reach = reachOf(lead)
  const phoneText = usePhoneText(phone)
  return (
    <div className={classes.actions}>
      {!reach.call && !hasWithdrawn(lead, 'call') && (
        <span className={classes.out}>
          <IconPhoneOff size={15} stroke={1.6} aria-hidden /> {whyNotReached(lead).call}
        </span>
      )}
      {reach.call && (
        <Button
          component="a"
          href={`tel:${phone}`}
          data-act="call"
          data-call-lead={lead.id}
          data-call-task={taskId}
          size={wideCall ? 'md' : 'sm'}
          className={wideCall ? classes.wide : undefined}
          leftSection={<IconPhone size={15} stroke={1.6} />}
          rightSection={wideCall}
        >
          Call {phoneText}
        </Button>
      )}
      {mayTryText(lead) && (
        <ActionIcon
          component="a"
          href={`sms:${phone}`}
          data-act="text"
          data-call-lead={lead.id}
          variant="default"
          size={wideCall ? 'md' : 'sm'}
          aria-label="Text"
        >
          <IconMessage2 size={15} stroke={1.6} />
        </ActionIcon>
      )}
      {reach.email && (
        <ActionIcon
          component="a"
          href={`mailto:${email}`}
          data-act="email"
          data-call-lead={lead.id}
          data-call-task={taskId}
          variant="default"
          size={wideCall ? 'md' : 'sm'}
          aria-label="E-mail"
        >
          <IconMail size={15} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="default"
        size={wideCall ? 'md' : 'sm'}
        aria-label="Add a note"
        onClick={() => openNoteTask({ lead, variant: 'note' })}
      >
        <IconNote size={15} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
