import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { isOneOf } from '../../../../platform/server/database/oneOf.ts'
import type { AddedMilestones } from '../../../milestones/events.ts'
import { milestoneType, milestoneTypeOf } from '../../../milestones/rules.ts'
import { CONNECTED_SECONDS } from '../../rules/instances.ts'

const optionOf = (type: number, name: string): number | undefined =>
  milestoneTypeOf(type)?.options.find(option => option.name === name)?.id

const RECEIVED_EMAIL = optionOf(milestoneType.email, 'Received')
const RECEIVED_TEXT = optionOf(milestoneType.text, 'Received')
const CONNECTED_CALL = optionOf(milestoneType.call, 'Connected')

/**
 * The leads of milestones that are conversations: an e-mail or a text that the lead wrote, as far as a person logged it (texts that came
 * in by themselves say so themselves, and automatic replies are no answers), and a connected call that was long enough.
 */
export async function conversationsAmong(
  { db }: QueryContext,
  milestones: AddedMilestones['milestones'],
): Promise<{ replied: number[]; called: number[] }> {
  const options = new Set([RECEIVED_EMAIL, RECEIVED_TEXT, CONNECTED_CALL])
  const ids = milestones.flatMap(({ id, milestone_option_id: option }) =>
    option !== null && options.has(option) ? id : [],
  )
  if (ids.length === 0) return { replied: [], called: [] }
  const { rows } = await sql<{ lead_id: number; is_call: boolean }>`
    SELECT lead_id, milestone_option_id = ${CONNECTED_CALL ?? 0} AS is_call FROM milestones
    WHERE ${isOneOf(sql`id`, ids, 'bigint')} AND CASE milestone_option_id
      WHEN ${CONNECTED_CALL ?? 0} THEN (call ->> 'duration')::numeric >= ${CONNECTED_SECONDS}
      WHEN ${RECEIVED_TEXT ?? 0} THEN message ->> 'text_id' IS NULL
      ELSE coalesce((message ->> 'is_automatic')::boolean, false) IS NOT TRUE END`.execute(db)
  const leadsOf = (is_call: boolean) => rows.flatMap(row => (row.is_call === is_call ? row.lead_id : []))
  return { replied: leadsOf(false), called: leadsOf(true) }
}
