import { Link } from '@tanstack/react-router'
import { Badge, Initials, PanelSection } from '../../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../../platform/web/text.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import { fullName, leadPath } from '../../../leads/rules.ts'
import { useSession } from '../../../people/web/client/viewer.ts'
import type { BoardLine, ClaimedLead, HappyHourState } from '../../contract.ts'
import classes from './HappyHourBoard.module.css'
import { personHue } from './personHue.ts'

/** What was claimed in this session, and how everybody does today. */
export function HappyHourBoard({ state, now }: { state: HappyHourState; now: number }) {
  const { session, board, follow_up_minutes } = state
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <aside className={classes.board} aria-label="Tonight" tabIndex={0}>
      {session.id !== null && (
        <PanelSection title="Claimed this session" count={session.claimedLeads.length}>
          {session.claimedLeads.length === 0 ? (
            <p className={classes.none}>Nothing yet.</p>
          ) : (
            <ul className={classes.leads}>
              {session.claimedLeads.map(lead => (
                <ClaimedLine key={lead.id} lead={lead} now={now} />
              ))}
            </ul>
          )}
        </PanelSection>
      )}
      <PanelSection title="Today" action={<span className={classes.meta}>claims · first follow-up</span>}>
        {board.length === 0 ? (
          <p className={classes.none}>Nobody has claimed a lead yet.</p>
        ) : (
          <ol className={classes.lines}>
            {board.map((line, index) => (
              <BoardRow key={line.agent_id} line={line} place={index + 1} max={session.maxClaims} />
            ))}
          </ol>
        )}
      </PanelSection>
      {follow_up_minutes.some(some => some > 0) && <Minutes counts={follow_up_minutes} />}
    </aside>
  )
}

function ClaimedLine({ lead, now }: { lead: ClaimedLead; now: number }) {
  const name = fullName(lead) || 'No name'
  const until = lead.firstFollowUpAt === null ? now : Date.parse(lead.firstFollowUpAt)
  const after = countdown((until - Date.parse(lead.claimedAt)) / 1000)
  return (
    <li>
      <Initials text={initialsOf(lead.first_name, lead.last_name)} hue={personHue(lead.id)} size={28} />
      <span>
        <Link to={leadPath(lead)}>{name}</Link>
        <small>{[lead.contactType.name, lead.area].filter(Boolean).join(' · ')}</small>
      </span>
      {lead.followUp ? (
        <Badge hue="green">
          {lead.followUp === 'Email' ? 'E-mail' : lead.followUp} after {after}
        </Badge>
      ) : (
        <Badge hue="amber">Waits {after}</Badge>
      )}
    </li>
  )
}

/** Claims that are drawn one by one. */
const MAX_BARS = 8

function BoardRow({ line, place, max }: { line: BoardLine; place: number; max: number }) {
  const { user } = useSession()
  const isOwn = user?.agent_id === line.agent_id
  const bars = Array.from({ length: Math.min(MAX_BARS, Math.max(max, line.claims)) }, (_, bar) => bar < line.claims)
  const [first = '', last = ''] = line.name.split(' ')
  return (
    <li data-own={isOwn || undefined}>
      <span className={classes.place}>{place}</span>
      <Initials text={initialsOf(first, last)} hue={personHue(line.agent_id)} size={20} />
      <span className={classes.name}>
        {line.name}
        {isOwn && <small> · you</small>}
      </span>
      <span className={classes.bars} role="img" aria-label={line.claims === 1 ? '1 claim' : `${line.claims} claims`}>
        {bars.map((isOn, bar) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <i key={bar} data-on={isOn || undefined} />
        ))}
      </span>
      <span className={classes.time}>{line.follow_up_seconds === null ? '–' : countdown(line.follow_up_seconds)}</span>
    </li>
  )
}

const labels = ['<1', '1', '2', '3', '4', '5+']

function Minutes({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts)
  return (
    <PanelSection title="Minutes to first follow-up" action={<span className={classes.meta}>this week</span>}>
      <ul className={classes.minutes}>
        {counts.map((some, index) => (
          <li key={labels[index]} aria-label={`${labels[index]} minutes: ${some}`}>
            <span data-most={some === most || undefined} style={{ height: `${Math.max(2, (some / most) * 50)}px` }} />
            {labels[index]}
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
