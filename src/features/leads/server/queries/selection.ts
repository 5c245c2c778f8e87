import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { requireExpected } from '../../../bulk/server/commands.ts'
import { chosenIds, DEFAULT_LEAD_SORT, type LeadList, type LeadSelection } from '../../contract/filters.ts'
import type { LeadCount } from '../../contract/leads.ts'
import { type Condition, openableLeads } from './filters.ts'
import { openableIds } from './leads.ts'
import { leadCount, leadIds, listCondition } from './pages.ts'

type Asking = QueryContext & { viewer: Viewer }

/** The list that is meant when none is named. */
export const defaultList = ({ viewer }: { viewer: Viewer }): LeadList =>
  viewer.rights.has('view_all_leads') ? 'all' : 'leads'

/** More leads than any list holds. */
const WHOLE_LIST = 1_000_000

/** The ids of a selection, as far as the viewer may open its leads: for commands that answer within the request. */
export async function selectedLeads(ctx: Asking, selection: LeadSelection): Promise<number[]> {
  const asked = await askedLeads(ctx, selection)
  return selection.all ? asked : openableIds(ctx, asked)
}

/**
 * The ids of a selection: of an entire list those that the viewer may open, else the chosen ones as they came. For bulk
 * changes, which ask at the time of the change who is reached, and say of the others that they were skipped.
 */
export async function askedLeads(ctx: Asking, selection: LeadSelection): Promise<number[]> {
  if (selection.all) {
    if (selection.expected !== undefined)
      requireExpected({ expected: selection.expected, count: (await listSize(ctx, selection)).count }, 'leads')
    const { list, filters, sort, except } = entireList(ctx, selection)
    const found = await leadIds(ctx, { list, filters, sort, limit: WHOLE_LIST, only: openableLeads(ctx.viewer) })
    const taken = new Set(except)
    return found.filter(id => !taken.has(id))
  }
  const chosen = chosenIds(selection)
  if (chosen.length === 0) {
    const name = (['ids', 'leadIds', 'lead_ids'] as const).find(key => selection[key] !== undefined) ?? 'selected'
    throw invalid({ [name]: [`${name} must name at least one lead.`] })
  }
  return chosen
}

/**
 * What is true of the leads of a selection that the viewer may open: for what is counted where the leads are, without
 * fetching the ids of a million of them.
 */
export async function selectedCondition(ctx: Asking, selection: LeadSelection): Promise<Condition> {
  if (!selection.all) return sql`id = ANY(${await selectedLeads(ctx, selection)}::int[])`
  const { list, filters, except } = entireList(ctx, selection)
  const where = await listCondition(ctx, list, filters)
  return sql`${where} AND ${openableLeads(ctx.viewer) ?? sql`true`} AND id <> ALL(${[...except]}::int[])`
}

/**
 * How many leads an entire list holds, without those that were taken out of it: counted as the list itself is counted, so
 * that it can be held beside what the person saw.
 */
export async function listSize(ctx: Asking, selection: LeadSelection): Promise<LeadCount> {
  const { list, filters, except } = entireList(ctx, selection)
  const { count, is_estimate } = await leadCount(ctx, list, filters)
  return { count: Math.max(0, count - except.length), is_estimate }
}

function entireList(ctx: Asking, selection: LeadSelection) {
  const {
    tab = defaultList(ctx),
    sort = DEFAULT_LEAD_SORT,
    except = [],
    all: _1,
    selected: _2,
    ids: _3,
    leadIds: _4,
    lead_ids: _5,
    expected: _6,
    ...filters
  } = selection
  return { list: tab, sort, except, filters }
}
