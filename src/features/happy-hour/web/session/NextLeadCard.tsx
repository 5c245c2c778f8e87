import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { Initials, KeyHint } from '../../../../platform/ui/pieces.tsx'
import { useOffline } from '../../../../platform/web/calls/useOffline.ts'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { money } from '../../../../platform/web/money.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { pressFocused } from '../../../../platform/web/page/pressFocused.ts'
import { ago } from '../../../../platform/web/time/time.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import { areasText, priceRange, reachText } from '../../../claiming/web/pieces.tsx'
import { fullName, leadPath } from '../../../leads/rules.ts'
import { ListingPicture } from '../../../listings/web/pieces/ListingPicture.tsx'
import type { HappyHourState, NextLead } from '../../contract.ts'
import { refusalSentences } from '../../rules/session.ts'
import { claimNext, skipLead } from '../client.ts'
import classes from './HappyHour.module.css'
import { isLive } from './moments.ts'

interface NextLeadCardProps {
  state: HappyHourState
  /** The server's clock, in milliseconds. */
  now: number
  isActive: boolean
}

/** The lead that the next claim gives, or why there is none now. */
export function NextLeadCard({ state, now, isActive }: NextLeadCardProps) {
  const { session, nextClaimable, participants } = state
  const waiting = session.claimedLeads.findLast(({ firstFollowUpAt }) => firstFollowUpAt === null)
  if (!isActive) return <Closed state={state} now={now} />
  if (state.awaitsFollowUp && waiting)
    return (
      <Middle title="Follow up first" text="The next claim opens after your first call, text or e-mail.">
        <div className={classes.card}>
          <header className={classes.cardHead}>
            <Initials text={fullName(waiting).slice(0, 1)} size={46} />
            <div>
              <h3>{fullName(waiting) || 'No name'}</h3>
              <p>{[waiting.contactType.name, waiting.area].filter(Boolean).join(' · ')}</p>
            </div>
            <Waited since={waiting.claimedAt} now={now} />
          </header>
          <Button fullWidth size="lg" component={Link} to={leadPath(waiting)}>
            Open {waiting.first_name || 'the lead'}
          </Button>
        </div>
      </Middle>
    )
  if (session.nextClaimAt === null)
    return <Middle title="Nothing left to claim" text={refusalSentences['no claims left']} />
  if (!nextClaimable)
    return <Middle title="No lead fits right now" text="The next one that lands in the pool appears here by itself." />
  const others =
    participants === 1 ? 'You are the only one in happy hour.' : `${participants} agents are in happy hour.`
  return (
    <Middle title="Next lead" text={openText(state, now)} note={`${others} The next one to press gets the lead.`}>
      <Proposal key={nextClaimable.id} lead={nextClaimable} wait={waitOf(state, now)} now={now} />
    </Middle>
  )
}

/** Milliseconds until the next claim. The first one never waits, however the clocks differ. */
const waitOf = ({ session: { nextClaimAt, claimedLeads } }: HappyHourState, now: number): number =>
  nextClaimAt === null || claimedLeads.length === 0 ? 0 : Date.parse(nextClaimAt) - now

function openText(state: HappyHourState, now: number): string {
  const opens = 'Contact details open when you claim.'
  if (waitOf(state, now) > 0) return `${opens} There is a short wait between two claims.`
  return state.session.claimedLeads.length === 0
    ? opens
    : `${opens} You have your first follow-up done, so you may claim now.`
}

function Closed({ state, now }: Omit<NextLeadCardProps, 'isActive'>) {
  const live = isLive(state, now)
  if (state.session.id === null)
    return (
      <Middle
        title={live ? 'Happy hour is live' : 'Happy hour is closed now'}
        text={
          live
            ? 'Start a session to claim leads from the pool, one after the other.'
            : 'While it is open, you claim leads from the pool, one after the other.'
        }
      />
    )
  const { length } = state.session.claimedLeads
  return (
    <Middle
      title="Your session is over"
      text={`You claimed ${length === 1 ? '1 lead' : `${length} leads`}. They are in your list, and on the right.`}
    />
  )
}

function Waited({ since, now }: { since: string; now: number }) {
  return <span className={classes.waited}>{countdown((now - Date.parse(since)) / 1000)}</span>
}

interface MiddleProps {
  title: string
  text: string
  note?: string
  children?: ReactNode
}

function Middle({ title, text, note, children }: MiddleProps) {
  return (
    <section className={classes.middle} aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
      {note && <p className={classes.note}>{note}</p>}
    </section>
  )
}

/** A lead that can be claimed now, or in a moment. */
function Proposal({ lead, wait, now }: { lead: NextLead; wait: number; now: number }) {
  const isOffline = useOffline()
  const claim = useUndoable(() => ({
    run: () => claimNext(lead.id),
    said: ({ lead: claimed }: { lead: { first_name: string; last_name: string } }) =>
      `${fullName(claimed) || 'The lead'} is yours. Follow up now.`,
  }))
  const skip = useUndoable(() => ({ run: () => skipLead(lead.id), said: () => null }))
  const isBlocked = isOffline || wait > 0
  const press = () => pressFocused() || (!isBlocked && !claim.isPending && claim.run())
  useShortcuts([{ keys: ' ', label: 'Claim the lead', group: 'Happy hour', run: () => void press() }])
  return (
    <div className={classes.card}>
      <header className={classes.cardHead}>
        <Initials text={lead.masked_name.slice(0, 1)} size={46} />
        <div>
          <h3>{lead.masked_name}</h3>
          <p>
            {[
              lead.roles_string,
              `signed up ${ago(lead.created_at, new Date(now))}${lead.site ? ` on ${lead.site}` : ''}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Ring turn={lead.lead_score / 100} size={44} label={`Score ${lead.lead_score.toFixed(1)}`}>
          <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
        </Ring>
      </header>
      <dl className={classes.about}>
        <div>
          <dt>Price</dt>
          <dd>{priceRange(lead)}</dd>
        </div>
        <div>
          <dt>Areas</dt>
          <dd>{areasText(lead.areas, lead.more_areas)}</dd>
        </div>
        <div>
          <dt>Reach</dt>
          <dd>{reachText(lead.channels)}</dd>
        </div>
      </dl>
      {lead.viewed.length > 0 && <Homes homes={lead.viewed} />}
      <div className={classes.buttons}>
        <Button
          size="lg"
          loading={claim.isPending}
          disabled={isBlocked}
          rightSection={!isBlocked && <KeyHint keys="Space" />}
          onClick={() => claim.run()}
        >
          {isOffline
            ? 'Needs a connection'
            : wait > 0
              ? `Next claim in ${countdown(Math.ceil(wait / 1000))}`
              : 'Claim this lead'}
        </Button>
        <Button size="lg" variant="default" loading={skip.isPending} onClick={() => skip.run()}>
          Skip
        </Button>
      </div>
    </div>
  )
}

function Homes({ homes }: { homes: NextLead['viewed'] }) {
  return (
    <ul className={classes.homes} aria-label="Viewed">
      {homes.map(({ address, price, property_type }) => (
        <li key={address}>
          <span className={classes.picture}>
            <ListingPicture base={null} alt="" kind={property_type} sizes="160px" />
          </span>
          <b>{money(price)}</b>
          <small>{address}</small>
        </li>
      ))}
    </ul>
  )
}
