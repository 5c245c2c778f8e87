import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { rolesString, statusLabel } from '../../../leads/rules.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import type { LeadRecord } from '../../../leads/server/queries/records.ts'
import { type MergeFieldName, mergeFields } from '../../rules/merging.ts'

const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', maximumFractionDigits: 0 })

const priceText = (from: unknown, to: unknown): string => {
  const [min, max] = [from, to].map(cents =>
    typeof cents === 'number' && cents > 0 ? dollars.format(cents / 100) : '',
  )
  return min && max ? `${min} to ${max}` : min ? `from ${min}` : max ? `up to ${max}` : ''
}

function rentalText(profile: unknown): string {
  if (typeof profile !== 'object' || profile === null) return ''
  const { employmentLetter, creditScore, annualIncome } = profile as Record<string, unknown>
  return [
    creditScore ? `credit score ${creditScore}` : '',
    typeof annualIncome === 'number' ? `${dollars.format(annualIncome)} a year` : '',
    employmentLetter ? 'employment letter' : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** How values of records are said: names instead of ids, dollars instead of cents. */
export async function recordNamesOf(
  ctx: QueryContext,
  records: readonly LeadRecord[],
): Promise<(field: MergeFieldName, record: LeadRecord) => string> {
  const { areas, sites } = await placesOf(ctx)
  const { rows } = await sql<Pick<Row<'agents'>, 'id'> & { name: string }>`
    SELECT g.id, trim(u.first_name || ' ' || u.last_name) AS name FROM agents g JOIN users u ON u.id = g.user_id
    WHERE g.id = ANY(${records.flatMap(record => record.agent_id ?? [])}::int[])`.execute(ctx.db)
  const agents = new Map(rows.map(row => [row.id, row.name]))
  return (field, record) => {
    switch (field) {
      case 'name':
        return `${record.first_name} ${record.last_name}`.trim()
      case 'status_value':
        return statusLabel(record.status_value)
      case 'agent_id':
        return record.agent_id === null ? '' : (agents.get(record.agent_id) ?? '')
      case 'roles':
        return rolesString(record.roles)
      case 'area_ids':
        return record.area_ids.flatMap(id => areas.get(id)?.name ?? []).join(', ')
      case 'stated_price':
      case 'searches_price':
        return priceText(record[mergeFields[field].columns[0]], record[mergeFields[field].columns[1]])
      case 'rental_profile':
        return rentalText(record.rental_profile)
      case 'source': {
        const site = typeof record.site_id === 'number' ? sites.get(record.site_id)?.name : undefined
        return [String(record.source ?? ''), site ?? ''].filter(Boolean).join(', ')
      }
      case 'is_realtor':
        return record.is_realtor ? 'Yes' : 'No'
      default:
        return String(record[mergeFields[field].columns[0]] ?? '')
    }
  }
}
