import { IconCheckbox, IconMail, IconMessage2, IconNote, IconPhone } from '@tabler/icons-react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import {
  contactOf,
  hasWithdrawn,
  mayTryText,
  reachOf,
  whyNotReached,
} from '../../../features/leads/web/pieces/wording.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import classes from '../LeadPage.module.css'
import { openNoteTask } from '../modals/noteTask.ts'

/** What a thumb reaches for: it stays at the bottom of the window. What the lead does not want says so when it is pressed. */
export function PhoneActions({ lead, onNote }: { lead: LeadRow; onNote(): void }) {
  const { phone, email } = contactOf(lead)
  const reach = { ...reachOf(lead), text: mayTryText(lead) }
  const why = whyNotReached(lead)
  const channels = [
    { action: 'call', href: `tel:${phone}`, label: 'Call', Icon: IconPhone },
    { action: 'text', href: `sms:${phone}`, label: 'Text', Icon: IconMessage2 },
    { action: 'email', href: `mailto:${email}`, label: 'E-mail', Icon: IconMail },
  ] as const
  const allowed = channels.filter(({ action }) => reach[action])
  const forbidden = channels.filter(({ action }) => hasWithdrawn(lead, action))
  const write = () => {
    onNote()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
  }
  return (
    <div className={classes.phoneActions} data-keep-clear role="toolbar" aria-label="Reach this lead">
      {allowed.map(({ action, href, label, Icon }, index) => (
        <a
          key={label}
          className={classes.phoneAction}
          href={href}
          data-first={index === 0 ? '' : undefined}
          data-act={action}
          data-call-lead={lead.id}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          {label}
        </a>
      ))}
      {forbidden.map(({ action, label, Icon }) => (
        <button
          key={label}
          type="button"
          className={classes.phoneAction}
          aria-disabled
          aria-label={`${label}: ${why[action]}`}
          onClick={() => notify(why[action])}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          {label}
        </button>
      ))}
      <button type="button" className={classes.phoneAction} onClick={write}>
        <IconNote size={20} stroke={1.6} aria-hidden />
        Note
      </button>
      <button type="button" className={classes.phoneAction} onClick={() => openNoteTask({ lead, variant: 'task' })}>
        <IconCheckbox size={20} stroke={1.6} aria-hidden />
        Task
      </button>
    </div>
  )
}
