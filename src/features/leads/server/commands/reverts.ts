import {
  type AuditRevert,
  changedSince,
  type RevertedEntry,
  requireUnchanged,
} from '../../../../platform/server/auditTexts.ts'
import { LeadFields } from '../../contract/leads.ts'
import { lockLead } from '../queries/leads.ts'
import { placesOf } from '../queries/places.ts'
import { changeStatuses, updateLead } from './change.ts'
import { lockAddresses } from './contact.ts'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** Puts the fields of a lead back that a form changed. */
const revertFields: AuditRevert = async (ctx, { changes }) => {
  for (const { subject_id, before, after } of changes) {
    const id = Number(subject_id)
    const { area_ids, ...plain } = fieldsOf(before)
    const fields = LeadFields.safeParse(plain).data
    if (!fields) throw changedSince()
    await lockAddresses(ctx, id, fields)
    const lead = await lockLead(ctx, id)
    requireUnchanged(lead, fieldsOf(after))
    const { areas } = await placesOf(ctx)
    const ids = Array.isArray(area_ids) ? area_ids.map(Number) : null
    await updateLead(ctx, lead, {
      ...fields,
      ...(ids && {
        areas: ids.flatMap(area => {
          const place = areas.get(area)
          return place ? [{ area_id: area, area_type: place.type }] : []
        }),
      }),
    })
  }
}

/** Puts the status of leads back; of several, those that still have the one that they were given. */
const revertStatuses: AuditRevert = async (ctx, { changes }) => {
  let changed = 0
  for (const { id, before, after } of statusesIn(changes)) {
    await lockLead(ctx, id)
    changed += (await changeStatuses(ctx, [id], before, { from: after })).changed.length
  }
  if (changed === 0) throw changedSince()
}

const statusesIn = (changes: RevertedEntry['changes']) =>
  changes.flatMap(({ subject_id, before, after }) => {
    const [was, is] = [fieldsOf(before).status_value, fieldsOf(after).status_value]
    return typeof was === 'number' && typeof is === 'number' ? [{ id: Number(subject_id), before: was, after: is }] : []
  })

/** What can be reverted of leads, by the call. */
export const leadReverts: Readonly<Record<string, AuditRevert>> = {
  update: revertFields,
  changeStatus: revertStatuses,
  changeStatuses: revertStatuses,
}
