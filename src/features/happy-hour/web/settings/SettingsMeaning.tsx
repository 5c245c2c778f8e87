import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { noQuery } from '../../../../platform/web/calls/queryOf.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { ownZone } from '../../../../platform/web/time/ownZone.ts'
import { dayLabel, formatDuration, timeOfDay } from '../../../../platform/web/time/time.ts'
import { clockText, countdown, minutesOf, shortWeekdays, timeOfMinutes } from '../../../../platform/wire/clock.ts'
import type { HappyHourSettings, SavedSettings } from '../../contract.ts'
import { windowAt, windowNear } from '../../rules/window.ts'
import { previewQuery } from '../client.ts'
import classes from './Settings.module.css'
import { meaningOf, shortageOf } from './wording.ts'

const MINUTE = 60_000

/** What the settings come to as they stand in the form: a sentence, a week, one session, and whom and what they are about. */
export function SettingsMeaning({ settings, saved }: { settings: HappyHourSettings; saved: SavedSettings }) {
  const isValid = minutesOf(settings.end) > minutesOf(settings.start) && isInviting(settings)
  const asked = useDeferredValue(settings)
  const { data } = useQuery<{ agents: number; leads: number }>(isValid ? (previewQuery(asked) as never) : noQuery)
  const shortage = data ? shortageOf(data, settings.max_claims) : null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <aside className={classes.meaning} aria-label="What this means" tabIndex={0}>
      <section>
        <h2>What this means</h2>
        <p className={classes.sentence}>{meaningOf(settings)}</p>
        <Week settings={settings} />
      </section>
      <section className={classes.one}>
        <SessionDots settings={settings} />
        <div>
          <h3>One session</h3>
          <p>
            {settings.max_claims === 1
              ? 'One claim uses it up.'
              : `One claim every ${Math.max(1, Math.round(settings.session_minutes / settings.max_claims))} minutes uses all ${settings.max_claims}.`}{' '}
            {settings.follow_up_first && 'The next one opens after the follow-up.'}
          </p>
        </div>
      </section>
      <section>
        <dl className={classes.figures}>
          <dt>Agents who may join</dt>
          <dd>{data ? count(data.agents) : '–'}</dd>
          <dt>Leads that match now</dt>
          <dd>{data ? count(data.leads) : '–'}</dd>
          <dt>Opens next</dt>
          <dd>
            <OpensNext settings={settings} />
          </dd>
          {saved.open_sessions > 0 && (
            <>
              <dt>Open sessions</dt>
              <dd>{count(saved.open_sessions)}, under the rules they began with</dd>
            </>
          )}
        </dl>
      </section>
      {shortage && (
        <section>
          <p className={classes.warning}>
            <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
            {shortage}
          </p>
        </section>
      )}
    </aside>
  )
}

const isInviting = ({ join, team_ids, agent_ids }: HappyHourSettings): boolean =>
  join === 'everyone' || (join === 'teams' ? team_ids : agent_ids).length > 0

function OpensNext({ settings }: { settings: HappyHourSettings }) {
  const now = useNow(MINUTE)
  if (minutesOf(settings.end) <= minutesOf(settings.start)) return '–'
  if (windowAt(settings, now, ownZone())) return 'It is open now'
  const next = windowNear(settings, now, ownZone())
  if (!next) return 'Never'
  const minutes = Math.round((next.start.getTime() - now.getTime()) / MINUTE)
  const at = next.start.toISOString()
  return `${dayLabel(at, now)} at ${timeOfDay(at)}, in ${formatDuration(minutes)}`
}

/** Hours that the week shows around the window. */
const AROUND = 120

function Week({ settings }: { settings: HappyHourSettings }) {
  const today = useNow(MINUTE).getDay() || 7
  const [start, end] = [minutesOf(settings.start), minutesOf(settings.end)]
  const first = Math.max(0, Math.floor((start - AROUND) / AROUND) * AROUND)
  const last = Math.min(1440, Math.ceil((end + AROUND) / AROUND) * AROUND)
  const step = last - first > 720 ? 240 : AROUND
  const lines = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)
  const place = (minutes: number) => `${((minutes - first) / (last - first)) * 100}%`
  return (
    <div className={classes.week} role="img" aria-label={meaningOf(settings)}>
      <div className={classes.hours}>
        {lines.map(minutes => (
          <span key={minutes} style={{ top: place(minutes) }}>
            {clockText(timeOfMinutes(minutes)).replace(':00', '')}
          </span>
        ))}
      </div>
      {shortWeekdays.map((name, index) => {
        const isPlanned = settings.weekdays.includes(index + 1) && end > start
        return (
          <div key={name} className={classes.day} data-today={index + 1 === today || undefined}>
            <span className={classes.dayName}>{name}</span>
            <div className={classes.dayHours}>
              {isPlanned && <i style={{ top: place(start), height: `${((end - start) / (last - first)) * 100}%` }} />}
            </div>
          </div>
        )
      })}
    </div>
  )
}

const RADIUS = 54
/** Dots that are still told apart. */
const MAX_DOTS = 24

function SessionDots({ settings: { session_minutes, max_claims } }: { settings: HappyHourSettings }) {
  const dots = Array.from({ length: Math.min(MAX_DOTS, max_claims) }, (_, index) => (index / max_claims) * 2 * Math.PI)
  return (
    <svg className={classes.dots} viewBox="-64 -64 128 128" width="128" height="128" aria-hidden="true">
      <circle r={RADIUS} className={classes.dotsTrack} />
      {dots.map(angle => (
        <circle
          key={angle}
          cx={Math.sin(angle) * RADIUS}
          cy={-Math.cos(angle) * RADIUS}
          r="6"
          className={classes.dot}
        />
      ))}
      <text y="2">{countdown(session_minutes * 60)}</text>
      <text y="20" className={classes.dotsNote}>
        {max_claims === 1 ? '1 claim' : `${max_claims} claims`}
      </text>
    </svg>
  )
}
