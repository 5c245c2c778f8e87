import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { addDays, differenceInCalendarDays, formatISO, parseISO } from 'date-fns'
import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { minutesOf } from '../../../../platform/wire/clock.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import type { HappyHourSettings, happyHourCalls, SavedSettings } from '../../contract.ts'
import { MAX_REPORT_DAYS, MAX_SESSIONS } from '../../rules/limits.ts'
import { reportOf, totalsOf } from '../../rules/report.ts'
import { windowNear } from '../../rules/window.ts'
import { publishHappyHour } from '../commands/sessions.ts'
import { allClaims, claimsPage, countedOf, type ReportQuestion } from '../queries/report.ts'
import { insertSettings, lockSettings, openSessions, previewOf, settingsOf } from '../queries/settings.ts'

type OfficeCalls = 'settings' | 'saveSettings' | 'previewSettings' | 'report' | 'claims'

export const officeHandlers: Pick<Handlers<typeof happyHourCalls>, OfficeCalls> = {
  settings: ctx => savedSettings(ctx),

  async saveSettings(ctx, settings) {
    refuseImpossible(settings)
    await lockSettings(ctx)
    const { version, saved_at: _at, saved_by: _by, ...before } = await settingsOf(ctx)
    await insertSettings(ctx, settings, ctx.actor.user_id)
    ctx.audit({ subject: 'happy_hour_settings', subject_id: version, before, after: settings })
    publishHappyHour(ctx)
    return savedSettings(ctx)
  },

  previewSettings(ctx, settings) {
    refuseImpossible(settings)
    return previewOf(ctx, settings)
  },

  async report(ctx, { format, ...asked }, { sendFile }) {
    refuseLongReport(asked)
    const { sessions, claims } = await countedOf(ctx, asked)
    const { sessions: lines, ...rest } = reportOf(sessions, claims)
    if (format === 'csv') {
      const body = Readable.from(csvLines(ctx, asked)).pipe(stringify({ bom: true, escape_formulas: true }))
      const filename = `Happy hour ${asked.from} to ${asked.to}.csv`
      sendFile({ filename, type: 'text/csv; charset=utf-8', body })
    }
    const earlier = daysBefore(asked)
    const counted = await countedOf(ctx, { ...asked, ...earlier })
    const next = windowNear(await settingsOf(ctx), ctx.now, ctx.viewer.zone)
    return {
      from: asked.from,
      to: asked.to,
      ...rest,
      before: { ...earlier, ...totalsOf(counted.sessions, counted.claims) },
      sessions: lines.slice(0, MAX_SESSIONS),
      next: next && { start: instantText(next.start), end: instantText(next.end) },
    }
  },

  async claims(ctx, asked) {
    refuseLongReport(asked)
    return claimsPage(ctx, asked)
  },
}

async function savedSettings(ctx: QueryContext): Promise<SavedSettings> {
  return { ...(await settingsOf(ctx)), open_sessions: await openSessions(ctx) }
}

/** Refuses what no field alone shows to be wrong. */
function refuseImpossible({ start, end, join, team_ids, agent_ids }: HappyHourSettings): void {
  if (minutesOf(end) <= minutesOf(start)) throw invalid({ end: ['The end must be after the start.'] })
  if (join === 'teams' && team_ids.length === 0) throw invalid({ team_ids: ['Choose at least one team.'] })
  if (join === 'agents' && agent_ids.length === 0) throw invalid({ agent_ids: ['Choose at least one agent.'] })
}

function refuseLongReport({ from, to }: ReportQuestion): void {
  const days = differenceInCalendarDays(parseISO(to), parseISO(from))
  if (days < 0) throw invalid({ to: ['The last day must not be before the first.'] })
  if (days > MAX_REPORT_DAYS) throw invalid({ to: ['A report covers at most one year.'] })
}

/** As many days, just before those of a report. */
function daysBefore({ from, to }: ReportQuestion): { from: string; to: string } {
  const day = (date: Date) => formatISO(date, { representation: 'date' })
  const length = differenceInCalendarDays(parseISO(to), parseISO(from)) + 1
  return { from: day(addDays(parseISO(from), -length)), to: day(addDays(parseISO(from), -1)) }
}

/** One row a claim, under the names of the columns. */
async function* csvLines(ctx: ReadContext, asked: ReportQuestion): AsyncGenerator<string[]> {
  yield ['Claimed at', 'Agent', 'Lead', 'Lead ID', 'First follow-up', 'Seconds to follow-up', 'Connected', 'Converted']
  for await (const { claimed_at, agent, lead, follow_up, follow_up_seconds, connected, converted } of allClaims(
    ctx,
    asked,
  ))
    yield [
      claimed_at,
      agent.name,
      lead?.name ?? '',
      String(lead?.id ?? ''),
      follow_up ?? '',
      String(follow_up_seconds ?? ''),
      connected ? 'Yes' : 'No',
      converted ? 'Yes' : 'No',
    ]
}
