import type { Change } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { buildingsByIds } from '../../../listings/server/queries/listings.ts'
import type { AlertFrequency, AlertKind, Search } from '../../contract/alerts.ts'
import { alertsChanged } from '../../events.ts'
import { nextDueAt, OFF } from '../../rules/frequency.ts'
import { searchErrors } from '../../rules/search.ts'
import {
  insertAlert,
  rebuildSearches,
  type StoredAlert,
  subscribeLead,
  writeAlert,
  writeDeletion,
  writeDue,
} from '../queries/alerts.ts'
import { saveWaiting } from '../queries/matching.ts'
import { publishAlerts } from './publish.ts'

/** Whose alert it is, as far as a change needs to know. */
export interface AlertOwner {
  id: number
  agent_id: number | null
  zone: string
}

interface NewAlert {
  kind: AlertKind
  name: string
  alert_frequency: AlertFrequency
  search: Search
}

/** Gives a lead an alert. A lead with one that is on is subscribed to alerts, unless they withdrew their consent. */
export async function addAlert(ctx: Change, lead: AlertOwner, given: NewAlert): Promise<number> {
  const alert = { ...given, search: await checkedSearch(ctx, given.search) }
  const id = await insertAlert(ctx, { lead_id: lead.id, ...alert })
  await rebuildSearches(ctx, [id])
  if (alert.alert_frequency !== OFF) await subscribeLead(ctx, lead.id, true)
  ctx.audit({ subject: 'alert', subject_id: id, after: { lead_id: lead.id, ...alert } })
  await changed(ctx, lead)
  return id
}

/** Changes an alert; what waits and is still looked for goes with the next e-mail. */
export async function changeAlert(
  ctx: Change,
  lead: AlertOwner,
  alert: StoredAlert,
  given: Pick<StoredAlert, 'name' | 'alert_frequency' | 'search'>,
): Promise<void> {
  const wanted = { ...given, search: await checkedSearch(ctx, given.search) }
  await writeAlert(ctx, { id: alert.id, ...wanted })
  await rebuildSearches(ctx, [alert.id])
  const isOn = wanted.alert_frequency !== OFF
  const waits = await saveWaiting(ctx, alert.id, isOn ? wanted.search : null)
  await writeDue(ctx, alert.id, waits ? nextDueAt(wanted.alert_frequency, lead.zone, ctx.now) : null)
  if (isOn && alert.alert_frequency === OFF) await subscribeLead(ctx, lead.id, true)
  const { name, alert_frequency, search } = alert
  ctx.audit({
    subject: 'alert',
    subject_id: alert.id,
    before: { name, alert_frequency, search },
    after: { lead_id: lead.id, ...wanted },
  })
  await changed(ctx, lead)
}

/** Takes an alert away; nothing of it goes out any more. */
export async function removeAlert(ctx: Change, lead: AlertOwner, alert: StoredAlert): Promise<void> {
  await writeDeletion(ctx, alert.id, ctx.now)
  await writeDue(ctx, alert.id, null)
  await rebuildSearches(ctx, [alert.id])
  ctx.audit({ subject: 'alert', subject_id: alert.id, before: alert, after: null })
  await changed(ctx, lead)
}

/** Brings it back as it was, with what waited. */
export async function restoreAlert(ctx: Change, lead: AlertOwner, alert: StoredAlert): Promise<void> {
  await writeDeletion(ctx, alert.id, null)
  await rebuildSearches(ctx, [alert.id])
  const waits = await saveWaiting(ctx, alert.id, alert.search)
  await writeDue(ctx, alert.id, waits ? nextDueAt(alert.alert_frequency, lead.zone, ctx.now) : null)
  ctx.audit({ subject: 'alert', subject_id: alert.id, before: null, after: alert })
  await changed(ctx, lead)
}

async function changed(ctx: Change, { id, agent_id }: AlertOwner): Promise<void> {
  publishAlerts(ctx, { id, agent_id })
  await alertsChanged.emit(ctx, { lead_id: id, agent_id })
}

/** The search as it is kept: instead of areas that were merged meanwhile, those that stand for them. */
async function checkedSearch(ctx: Change, search: Search): Promise<Search> {
  const errors = searchErrors(search)
  const { areas } = await placesOf(ctx)
  if (search.areas.some(area => !areas.has(area))) errors.areas = ['One of the areas does not exist.']
  const known = search.buildings.length > 0 ? await buildingsByIds(ctx, search.buildings) : []
  if (known.length < new Set(search.buildings).size) errors.buildings = ['One of the buildings does not exist.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { ...search, areas: [...new Set(search.areas.flatMap(area => areas.get(area)?.id ?? []))] }
}
