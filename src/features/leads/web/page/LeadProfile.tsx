import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { money } from '../../../../platform/web/money.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { Lead, LeadRow } from '../../contract/record.ts'
import { type ContactChannel, withdrawnSentence } from '../../rules.ts'
import { usePhoneText } from '../client/phones.ts'
import { contactOf, hasWithdrawn } from '../rules/reach.ts'
import classes from './LeadPanels.module.css'

interface PanelProps {
  lead: LeadRow & Partial<Lead>
  now: Date
  zone: string
}

const consentText = { express: 'Express', implied: 'Implied', withdrawn: 'Withdrawn', none: 'None' }

const rangeText = (from: number | null, to: number | null): string =>
  from && to ? `${money(from)} to ${money(to)}` : to ? `up to ${money(to)}` : from ? `from ${money(from)}` : ''

/** What is known of a lead, one line a fact. A new field is one more line here. */
const facts: readonly { label: string; show(props: PanelProps): ReactNode }[] = [
  { label: 'Phone', show: ({ lead }) => <Phone lead={lead} /> },
  { label: 'E-mail', show: ({ lead }) => <Email lead={lead} /> },
  { label: 'Consent', show: ({ lead }) => consentText[lead.consent_email] },
  {
    label: 'Price',
    show: ({ lead }) =>
      rangeText(lead.stated_price_min, lead.stated_price_max) ||
      searchedText(rangeText(lead.searches_price_min, lead.searches_price_max)),
  },
  {
    label: 'Areas',
    show: ({ lead }) =>
      [...lead.primary_areas, ...lead.all_areas, ...lead.neighbourhoods.map(place => place.name)].join(', ') ||
      lead.primary_area,
  },
  { label: 'Type', show: ({ lead }) => lead.roles_string },
  { label: 'Occupation', show: ({ lead }) => lead.occupation },
  { label: 'Language', show: ({ lead }) => lead.language },
  { label: 'Sites', show: ({ lead }) => lead.sites_string },
  {
    label: 'Source',
    show: ({ lead }) => lead.source.replace(/[_-]+/g, ' ').replace(/^./, character => character.toUpperCase()),
  },
  { label: 'Signed up', show: ({ lead, now, zone }) => shortDay(lead.created_at, now, zone) },
  { label: 'Sign-ups', show: ({ lead }) => lead.signup_attempts },
]

/** Nobody stated it: editing the profile begins with no price. */
const searchedText = (range: string): string => range && `${range}, from searches`

/** The profile, with the way into its form. */
export function LeadProfile({ onEdit, ...props }: PanelProps & { onEdit: (() => void) | null }) {
  return (
    <PanelSection
      title="Profile"
      action={
        onEdit && (
          <Button size="xs" variant="subtle" color="gray" onClick={onEdit}>
            Edit
          </Button>
        )
      }
    >
      <dl className={classes.facts}>
        {facts.map(({ label, show }) => {
          const value = show(props)
          return value === '' || value === null ? null : (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{typeof value === 'object' ? value : <span>{value}</span>}</dd>
            </div>
          )
        })}
      </dl>
    </PanelSection>
  )
}

interface ContactLinkProps {
  lead: LeadRow
  channel: ContactChannel
  href: string
  children: ReactNode
}

/** A number or an address, to be pressed; to be read only where the lead took the channel back. */
function ContactLink({ lead, channel, href, children }: ContactLinkProps) {
  return hasWithdrawn(lead, channel) ? (
    <span title={withdrawnSentence(channel)}>{children}</span>
  ) : (
    <a href={href} data-call-lead={lead.id}>
      {children}
    </a>
  )
}

function Phone({ lead }: { lead: LeadRow }) {
  const { phone } = contactOf(lead)
  const text = usePhoneText(phone)
  if (!phone) return <span className={classes.quiet}>None</span>
  return (
    <>
      <ContactLink lead={lead} channel="call" href={`tel:${phone}`}>
        {text}
      </ContactLink>
      <Mark good={lead.text_validated} bad={!lead.is_phone_valid} goodLabel="Accepts texts" badLabel="Does not work" />
    </>
  )
}

function Email({ lead }: { lead: LeadRow }) {
  const { email } = contactOf(lead)
  if (!email) return <span className={classes.quiet}>None</span>
  return (
    <>
      <ContactLink lead={lead} channel="email" href={`mailto:${email}`}>
        {/* A long address is broken before its host first. */}
        {email.slice(0, email.lastIndexOf('@'))}
        <wbr />
        {email.slice(email.lastIndexOf('@'))}
      </ContactLink>
      <Mark good={lead.email_verified} bad={!lead.is_email_valid} goodLabel="Verified" badLabel="Does not work" />
    </>
  )
}

function Mark({
  good,
  bad,
  goodLabel,
  badLabel,
}: {
  good: boolean
  bad: boolean
  goodLabel: string
  badLabel: string
}) {
  if (bad)
    return <IconAlertTriangle size={14} stroke={1.6} className={classes.wrong} role="img" aria-label={badLabel} />
  return good ? (
    <IconCircleCheck size={14} stroke={1.6} className={classes.checked} role="img" aria-label={goodLabel} />
  ) : null
}

const subscriptionText = [
  { key: 'alert', label: 'Listing alerts' },
  { key: 'newsletter', label: 'Newsletter' },
  { key: 'precon', label: 'Pre-construction' },
] as const

/** What the lead has asked to be sent. */
export function LeadSubscriptions({ lead }: PanelProps) {
  return (
    <PanelSection title="Subscriptions">
      <dl className={classes.facts}>
        {subscriptionText.map(({ key, label }) => (
          <div key={key} className={classes.fact} style={{ gridTemplateColumns: '1fr auto' }}>
            <dt>{label}</dt>
            <dd>{lead.subscriptions[key] ? 'Subscribed' : <span className={classes.quiet}>Off</span>}</dd>
          </div>
        ))}
        <div className={classes.fact} style={{ gridTemplateColumns: '1fr auto' }}>
          <dt>Marketing</dt>
          <dd>{lead.marketing_eligible ? 'Eligible' : <span className={classes.quiet}>Not eligible</span>}</dd>
        </div>
      </dl>
    </PanelSection>
  )
}
