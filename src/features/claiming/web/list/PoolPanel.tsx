import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { Initials, KeyHint, PanelSection } from '../../../../platform/ui/pieces.tsx'
import { money } from '../../../../platform/web/money.ts'
import { ago, timeOfDay } from '../../../../platform/web/time/time.ts'
import { ListingPicture } from '../../../listings/web/pieces/ListingPicture.tsx'
import type { PooledLead, PooledLeadDetails } from '../../contract.ts'
import { pooledLeadQuery } from '../client.ts'
import { areasText, priceRange, reachText } from '../rules/wording.ts'
import { Channels } from './Channels.tsx'
import classes from './PoolPanel.module.css'

interface PoolPanelProps {
  lead: PooledLead
  now: Date
  isClaiming: boolean
  blocked: string | null
  onClaim(): void
}

/** What is known of the lead under the cursor, without its identity. */
export function PoolPanel({ lead, now, isClaiming, blocked, onClaim }: PoolPanelProps) {
  const { data } = useQuery(pooledLeadQuery(lead.id))
  return (
    <aside className={classes.panel} aria-label="Lead under the cursor">
      <header className={classes.head}>
        <Initials text={lead.masked_name.slice(0, 1)} size={40} />
        <div>
          <h2>{lead.masked_name}</h2>
          <p>{[lead.roles_string, lead.site, ago(lead.created_at, now)].filter(Boolean).join(' · ')}</p>
        </div>
        <Ring turn={lead.lead_score / 100} size={42} label={`Score ${lead.lead_score.toFixed(1)}`}>
          <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
        </Ring>
      </header>
      <div className={classes.action}>
        <Button fullWidth size="lg" loading={isClaiming} disabled={blocked !== null} onClick={onClaim}>
          {blocked ?? (
            <>
              Claim this lead <KeyHint keys="Space" />
            </>
          )}
        </Button>
        <p>Contact details open when you claim. The first to press gets the lead.</p>
      </div>
      <Facts lead={lead} details={data ?? null} />
      {data && data.viewed.length > 0 && <Viewed homes={data.viewed} />}
      <PanelSection title="Why here">
        <p className={classes.why}>
          {lead.why}. In the pool since {timeOfDay(lead.pooled_at)}, {ago(lead.pooled_at, now)}.
        </p>
        <p className={classes.keys} data-hints>
          <KeyHint keys="J K" /> move <KeyHint keys="Space" /> claim <KeyHint keys="?" /> all keys
        </p>
      </PanelSection>
    </aside>
  )
}

function Facts({ lead, details }: { lead: PooledLead; details: PooledLeadDetails | null }) {
  const areas = details ? areasText(details.areas, 0) : areasText(lead.primary_areas, lead.more_areas)
  return (
    <dl className={classes.facts}>
      <dt>Price</dt>
      <dd>{priceRange(lead)}</dd>
      <dt>Areas</dt>
      <dd>{areas}</dd>
      <dt>Reach</dt>
      <dd className={classes.reach}>
        <Channels channels={lead.channels} /> {reachText(lead.channels)}
      </dd>
    </dl>
  )
}

function Viewed({ homes }: { homes: PooledLeadDetails['viewed'] }) {
  return (
    <PanelSection title="Viewed" count={homes.length}>
      <ul className={classes.homes}>
        {homes.map(home => (
          <li key={home.id}>
            <span className={classes.picture}>
              <ListingPicture base={null} alt="" kind={home.property_type} sizes="44px" />
            </span>
            <span>
              <b>{home.address}</b>
              <small>
                {money(home.price)}
                {home.beds > 0 && ` · ${home.beds} bd`}
                {home.times > 1 && ` · viewed ${home.times === 2 ? 'twice' : `${home.times} times`}`}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
