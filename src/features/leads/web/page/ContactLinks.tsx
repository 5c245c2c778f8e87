import { IconMail, IconMessage2, IconPhone } from '@tabler/icons-react'
import type { LeadRow } from '../../contract/record.ts'
import { contactOf, reachOf } from '../rules/reach.ts'
import { leadName } from '../rules/wording.ts'

/** Call, e-mail and text with what this device has for it. */
export function ContactLinks({ lead, className }: { lead: LeadRow; className: string | undefined }) {
  const reach = reachOf(lead)
  const { email, phone } = contactOf(lead)
  const channels = [
    { on: reach.call, href: `tel:${phone}`, label: `Call ${leadName(lead)}`, Icon: IconPhone },
    { on: reach.email, href: `mailto:${email}`, label: `E-mail ${leadName(lead)}`, Icon: IconMail },
    { on: reach.text, href: `sms:${phone}`, label: `Text ${leadName(lead)}`, Icon: IconMessage2 },
  ].filter(channel => channel.on)
  return channels.map(({ href, label, Icon }, index) => (
    <a
      key={href}
      href={href}
      data-call-lead={lead.id}
      className={className}
      tabIndex={-1}
      title={label}
      aria-label={label}
      data-first={index === 0 ? '' : undefined}
      onClick={event => event.stopPropagation()}
    >
      <Icon size={15} stroke={1.6} />
    </a>
  ))
}
