import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConsentNote, ContactNote } from '../../../features/consent/web/pieces.tsx'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { leadSlug } from '../../../features/leads/rules.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { requestsQuery } from '../../../features/requests/web/client.ts'
import { ViewedCards } from '../../../features/timeline/web/pieces.tsx'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { Initials, KeyHint, PanelSection } from '../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../platform/web/text.ts'
import { ago } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { leadFacts } from '../../lead/person/facts.ts'
import { LastNote } from '../../lead/person/LastNote.tsx'
import { ReachLead } from '../../lead/person/ReachLead.tsx'
import classes from './Turn.module.css'
import { whyNow } from './wording.ts'

interface TurnPersonProps {
  lead: LeadRow
  now: Date
  zone: string
}

const VIEWED = 2

/** Who it is, why to call now, what they looked at, what they wrote, and what may be used to reach them. */
export function TurnPerson({ lead, now, zone }: TurnPersonProps) {
  const wide = useIsWide()
  const slug = leadSlug(lead)
  return (
    <>
      <div className={classes.person}>
        <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="blue" size={wide ? 48 : 40} />
        <div className={classes.names}>
          <h2 dir="auto">
            {slug === null ? (
              leadName(lead)
            ) : (
              <Link to="/leads/$slug" params={{ slug }}>
                {leadName(lead)}
              </Link>
            )}
          </h2>
          <p>{leadFacts(lead)}</p>
        </div>
        <Ring size={46} turn={lead.lead_score / 100} label={`Score ${lead.lead_score.toFixed(1)} of 100`}>
          <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
        </Ring>
      </div>
      {wide && <ReachLead lead={lead} wideCall={<KeyHint keys="C" />} />}
      <ContactNote lead={lead} />
      <PanelSection title="Why now">
        <p className={classes.why}>{whyNow(lead, now, zone)}</p>
      </PanelSection>
      <ViewedCards leadId={lead.id} limit={VIEWED} />
      <Message leadId={lead.id} now={now} zone={zone} />
      <ConsentNote leadId={lead.id} channel="email" otherwise="" />
    </>
  )
}

/** What the lead wrote last; otherwise what was noted last. */
function Message({ leadId, now, zone }: { leadId: number; now: Date; zone: string }) {
  const { data, isPending } = useQuery(requestsQuery(leadId))
  const request = data?.find(({ message }) => message !== '')
  if (isPending) return null
  if (!request) return <LastNote leadId={leadId} now={now} zone={zone} />
  return (
    <PanelSection title="Message" action={<span className={classes.meta}>{ago(request.created_at, now, zone)}</span>}>
      <blockquote className={classes.message} dir="auto">
        {request.message}
      </blockquote>
    </PanelSection>
  )
}
