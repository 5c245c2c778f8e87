import { IconCheckbox, IconMail, IconMessage2, IconNote, IconPhone } from '@tabler/icons-react'
import type { LeadRow } from '../../features/leads/contract/record.ts'
import { contactOf, reachOf } from '../../features/leads/web/rules/reach.ts'
import classes from './LeadPage.module.css'
import { openNoteTask } from './noteTask.ts'

/** What a thumb reaches for: it stays at the bottom of the window. */
export function PhoneActs({ lead, onNote }: { lead: LeadRow; onNote(): void }) {
  const { phone, email } = contactOf(lead)
  const reach = reachOf(lead)
  const channels = [
    { on: reach.call, href: `tel:${phone}`, label: 'Call', Icon: IconPhone },
    { on: reach.text, href: `sms:${phone}`, label: 'Text', Icon: IconMessage2 },
    { on: reach.email, href: `mailto:${email}`, label: 'E-mail', Icon: IconMail },
  ].filter(channel => channel.on)
  const write = () => {
    onNote()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
  }
  return (
    <div className={classes.phoneActs} role="toolbar" aria-label="Reach this lead">
      {channels.map(({ href, label, Icon }, index) => (
        <a
          key={label}
          className={classes.phoneAct}
          href={href}
          data-first={index === 0 ? '' : undefined}
          data-act={label === 'E-mail' ? 'email' : label.toLowerCase()}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          {label}
        </a>
      ))}
      <button type="button" className={classes.phoneAct} onClick={write}>
        <IconNote size={20} stroke={1.6} aria-hidden />
        Note
      </button>
      <button type="button" className={classes.phoneAct} onClick={() => openNoteTask({ lead, variant: 'task' })}>
        <IconCheckbox size={20} stroke={1.6} aria-hidden />
        Task
      </button>
    </div>
  )
}
