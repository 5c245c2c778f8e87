import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts'
import { visibleTeams } from '../../../people/server/queries/teams.ts'
import { MAX_SAVED_REPORTS, type ReportSchedule, type SavedReport, type savedReportCalls } from '../../contract.ts'
import { whyNotPeriod } from '../../rules/period.ts'
import { isMailedPage } from '../../rules/reports.ts'
import { MAX_DAY } from '../../rules/schedule.ts'
import { openStopToken } from '../commands/stopLink.ts'
import {
  countOwnReports,
  deletePageSentToNobody,
  deleteReport,
  endSchedule,
  endScheduleById,
  insertReport,
  lockReport,
  type ReportFields,
  requireReport,
  type StoredReport,
  savedReports,
  setSchedule,
  updateReport,
} from '../queries/saved.ts'
import { type Asking, requireRightTo, scopeOf } from '../queries/scope.ts'

type Changing = Asking & Change

export const savedReportHandlers: Handlers<typeof savedReportCalls> = {
  async list(ctx) {
    const stored = await savedReports(ctx)
    return { reports: stored.map(one => answerOf(ctx, one)), ...(await mayShareWith(ctx)) }
  },

  async create(ctx, { schedule, ...given }) {
    if (schedule) requireDay(schedule)
    if ((await countOwnReports(ctx)) >= MAX_SAVED_REPORTS)
      throw conflict(`You have ${MAX_SAVED_REPORTS} saved reports. Delete one first.`)
    const fields = await checked(ctx, { ...blank, ...given })
    const id = await insertReport(ctx, fields)
    ctx.audit({ subject: 'saved_report', subject_id: id, after: fields })
    if (schedule) {
      await setSchedule(ctx, id, schedule)
      ctx.audit({ subject: 'saved_report', subject_id: id, before: null, after: schedule })
    }
    const report = await requireReport(ctx, id)
    publish(ctx, report)
    return answerOf(ctx, report)
  },

  async update(ctx, { id, ...given }) {
    const before = await lockReport(ctx, id)
    if (!mayChange(ctx, before)) throw forbidden('Only the owner of this report can change it.')
    const stored = fieldsOf(before)
    const isRechosen = given.length !== undefined || given.from !== undefined
    const days = isRechosen ? { length: given.length ?? null, from: given.from ?? null, to: given.to ?? null } : {}
    const { name = stored.name, report = stored.report } = given
    const fields = await checked(ctx, { ...stored, ...given, ...days, name, report })
    await updateReport(ctx, id, fields)
    ctx.audit({ subject: 'saved_report', subject_id: id, before: stored, after: fields })
    publish(ctx, before)
    // Somebody else's report that is shared no more exists for its owner only.
    const isSeen = before.user_id === ctx.viewer.user_id || fields.sharing !== 'private'
    const after = isSeen ? await requireReport(ctx, id) : { ...before, ...fields, team: before.team, shared_team: null }
    publish(ctx, after)
    return answerOf(ctx, after)
  },

  async remove(ctx, { id }) {
    const report = await lockReport(ctx, id)
    if (report.user_id !== ctx.viewer.user_id && !mayChange(ctx, report))
      throw forbidden('Only the owner of this report can delete it.')
    await deleteReport(ctx, id)
    ctx.audit({ subject: 'saved_report', subject_id: id, before: fieldsOf(report) })
    publish(ctx, report)
    return {}
  },

  async schedule(ctx, { id, ...schedule }) {
    requireDay(schedule)
    const report = await lockReport(ctx, id)
    requireRightTo(ctx, report.report)
    await scopeOf(ctx, { team: report.team?.id })
    await setSchedule(ctx, id, schedule)
    ctx.audit({ subject: 'saved_report', subject_id: id, before: report.schedule, after: schedule })
    ctx.changed('saved-reports', [id], [`user:${ctx.viewer.user_id}`])
    return answerOf(ctx, await requireReport(ctx, id))
  },

  async stop(ctx, { id }) {
    const report = await lockReport(ctx, id)
    await endSchedule(ctx, id)
    const stopped = await requireReport(ctx, id)
    const isDeleted = await deletePageSentToNobody(ctx, id)
    const before = isDeleted ? { ...fieldsOf(report), ...report.schedule } : report.schedule
    ctx.audit({ subject: 'saved_report', subject_id: id, before, after: null })
    ctx.changed('saved-reports', [id], [`user:${ctx.viewer.user_id}`])
    return answerOf(ctx, stopped)
  },

  async unsubscribe(ctx, { token }) {
    const schedule = openStopToken(ctx.config, token, ctx.now)
    if (schedule === null) throw notFound('page')
    const ended = await endScheduleById(ctx, schedule)
    if (!ended) return {}
    await deletePageSentToNobody(ctx, ended.report)
    ctx.audit({ subject: 'saved_report', subject_id: ended.report, after: { is_sent: false, user_id: ended.user_id } })
    ctx.changed('saved-reports', [ended.report], [`user:${ended.user_id}`])
    return {}
  },
}

function requireDay({ every, day }: ReportSchedule): void {
  if (day > MAX_DAY[every]) throw invalid({ day: ['A week has seven days.'] })
}

const blank = { length: null, from: null, to: null, team: null, sharing: 'private', shared_team: null } as const

const fieldsOf = ({ name, report, length, from, to, team, sharing, shared_team }: StoredReport): ReportFields => ({
  name,
  report,
  length,
  from,
  to,
  sharing,
  team: team?.id ?? null,
  shared_team: shared_team?.id ?? null,
})

type Given = { [Key in keyof ReportFields]?: ReportFields[Key] | undefined } & Pick<ReportFields, 'name' | 'report'>

/** What is stored, once it is known that the caller may. */
async function checked(ctx: Changing, given: Given): Promise<ReportFields> {
  const { name, report, length = null, from = null, to = null, team = null, sharing = 'private' } = given
  if ((length === null) === (from === null || to === null))
    throw invalid({ length: ['Choose a length, or a first and a last day.'] })
  const wrong = from !== null && to !== null ? whyNotPeriod({ from, to }) : null
  if (wrong) throw invalid(wrong)
  requireRightTo(ctx, report)
  if (isMailedPage(report) && sharing !== 'private') throw invalid({ sharing: ['This page is sent, not shared.'] })
  await scopeOf(ctx, { team: team ?? undefined })
  const shared_team = await sharedWith(ctx, sharing, given.shared_team ?? null)
  return { name, report, length, from, to, team, sharing, shared_team }
}

async function sharedWith(ctx: Asking, sharing: ReportFields['sharing'], team: number | null): Promise<number | null> {
  if (sharing === 'private') return null
  const may = await mayShareWith(ctx)
  if (sharing === 'all') {
    if (!may.all) throw forbidden('Only administrators can share reports with everyone.')
    return null
  }
  const chosen = team === null && may.teams.length === 1 ? may.teams[0] : may.teams.find(({ id }) => id === team)
  if (!chosen) throw forbidden('Only a team’s lead or an administrator can share reports with it.')
  return chosen.id
}

/** With whom somebody may share: administrators with everybody, team leads with those whom they lead. */
async function mayShareWith(ctx: Asking) {
  const all = ctx.viewer.rights.has('is_admin')
  const teams = all || ctx.viewer.rights.has('can_view_team') ? await visibleTeams(ctx) : []
  return { teams: teams.map(({ id, name }) => ({ id, name })), all }
}

/** A shared report changes for everybody who has it: that is for who may share so. */
function mayChange({ viewer }: Asking, { sharing, user_id, leads_team }: StoredReport): boolean {
  if (sharing === 'private') return user_id === viewer.user_id
  return viewer.rights.has('is_admin') || (sharing === 'team' && leads_team)
}

const answerOf = (ctx: Asking, { user_id, leads_team, ...report }: StoredReport): SavedReport => ({
  ...report,
  is_own: user_id === ctx.viewer.user_id,
  may_change: mayChange(ctx, { ...report, user_id, leads_team }),
})

function publish(ctx: WriteContext, { id, user_id, sharing }: StoredReport): void {
  ctx.changed('saved-reports', [id], sharing === 'private' ? [`user:${user_id}`] : ['right:signed_in'])
}
