import { IconCheckbox, IconMail, IconMessage2, IconNote, IconPhone } from '@tabler/icons-react'
import { useContactRefusals } from '../../features/consent/web/useContactRefusals.ts'
import type { LeadRow } from '../../features/leads/contract/record.ts'
import { contactOf, reachOf } from '../../features/leads/web/rules/reach.ts'
import { notify } from '../../platform/web/notices.ts'
import classes from './LeadPage.module.css'
import { openNoteTask } from './noteTask.ts'

/** What a thumb reaches for: it stays at the bottom of the window. What the lead does not want says so when it is pressed. */
export function PhoneActs({ lead, onNote }: { lead: LeadRow; onNote(): void }) {
  const { phone, email } = contactOf(lead)
  const reach = reachOf(lead)
  const refused = useContactRefusals(lead.id)
  const channels = [
    { on: reach.call, href: `tel:${phone}`, label: 'Call', why: refused.call, Icon: IconPhone },
    { on: reach.text, href: `sms:${phone}`, label: 'Text', why: refused.text, Icon: IconMessage2 },
    { on: reach.email, href: `mailto:${email}`, label: 'E-mail', why: refused.email, Icon: IconMail },
  ].filter(channel => channel.on)
  const allowed = channels.filter(({ why }) => why === undefined)
  const forbidden = channels.flatMap(({ why, ...channel }) => (why === undefined ? [] : [{ ...channel, why }]))
  const write = () => {
    onNote()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
  }
  return (
    <div className={classes.phoneActs} role="toolbar" aria-label="Reach this lead">
      {allowed.map(({ href, label, Icon }, index) => (
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
      {forbidden.map(({ label, why, Icon }) => (
        <button
          key={label}
          type="button"
          className={classes.phoneAct}
          aria-disabled
          aria-label={`${label}: ${why}`}
          onClick={() => notify(why)}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          {label}
        </button>
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
