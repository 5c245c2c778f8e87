import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { Initials, PanelSection } from '../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { timeOfDay } from '../../../platform/web/time/time.ts'
import { ConsentNote } from '../../consent/web/pieces.tsx'
import { fullName, leadPath, statusLabel } from '../../leads/rules.ts'
import { leadQuery } from '../../leads/web/client/leads.ts'
import { usePhoneText } from '../../leads/web/client/phones.ts'
import { LeadDial } from '../../leads/web/pieces/LeadDial.tsx'
import { areasShown, contactOf, priceText } from '../../leads/web/pieces/wording.ts'
import classes from './PersonColumn.module.css'

const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** Who it is with: how far they are, what they want, their clock, and whether they may be texted. */
export function PersonColumn({ leadId }: { leadId: number }) {
  const now = useNow(30_000)
  const { data: lead } = useQuery(leadQuery(leadId))
  const phone = usePhoneText(lead ? contactOf(lead).phone : null)
  if (!lead) return <aside className={classes.column} aria-label="About them" />
  const { names } = areasShown([...lead.primary_areas, ...lead.all_areas])
  const price = priceText(lead)
  return (
    <aside className={classes.column} aria-label="About them">
      <header className={classes.head}>
        <Initials text={initialsOf(lead.first_name, lead.last_name) || '?'} hue="moss" size={36} />
        <div className={classes.who}>
          <h2>
            <Link to={leadPath(lead)}>{fullName(lead) || 'No name'}</Link>
          </h2>
          <span>{[lead.roles_string, names || lead.primary_area].filter(Boolean).join(' · ')}</span>
        </div>
        <Ring size={42} turn={lead.lead_score / 100} label={`Score ${lead.lead_score.toFixed(1)} of 100`}>
          <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
        </Ring>
        {phone && (
          <Button
            className={classes.call}
            component="a"
            href={`tel:${contactOf(lead).phone}`}
            data-call-lead={lead.id}
            leftSection={<IconPhone size={15} stroke={1.6} />}
          >
            Call {phone}
          </Button>
        )}
      </header>
      <dl className={classes.facts}>
        <dt>Status</dt>
        <dd>
          <LeadDial status={lead.status_value} size={15} /> {statusLabel(lead.status_value)}
        </dd>
        {price && (
          <>
            <dt>Price</dt>
            <dd>{price}</dd>
          </>
        )}
        <dt>Lives in</dt>
        <dd>
          {cityOf(lead.zone)} <span>{timeOfDay(now.toISOString(), lead.zone)}</span>
        </dd>
        <dt>Agent</dt>
        <dd>{lead.agent?.name ?? 'Nobody yet'}</dd>
      </dl>
      <PanelSection title={`Texts to ${lead.first_name || 'them'}`}>
        <ConsentNote
          leadId={lead.id}
          channel="text"
          otherwise="Only what you write to them yourself goes out."
          whenClosed="Nothing goes out, not even what you write yourself."
        />
      </PanelSection>
      {lead.notes?.[0] && (
        <PanelSection title="Last note">
          <p className={classes.note}>{lead.notes[0].description}</p>
        </PanelSection>
      )}
    </aside>
  )
}
