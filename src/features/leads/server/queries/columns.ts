import { sql } from 'kysely'
import { z } from 'zod'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { editable, stored } from '../../contract/record.ts'

const plain = z.object({ ...stored, ...editable })
type Plain = z.output<typeof plain>

/** Columns that answers are made from, beside those that travel as they are. */
const source = {
  activity_week: '',
  is_personal: false,
  is_realtor: false,
  subscribed_alert: false,
  subscribed_newsletter: false,
  subscribed_precon: false,
  member_type: 'normal' as Row<'leads'>['member_type'],
  delivra_account_id: null as number | null,
  tag_ids: [] as number[],
  area_ids: [] as number[],
  site_ids: [] as number[],
}

/** A row as it is read; dollars are still cents. */
export type StoredLead = RowAs<'leads', Plain & typeof source, 'roles' | 'withdrawn_channels' | 'open_requests'>

const columnNames = [...Object.keys(plain.shape), ...Object.keys(source)]

/** The columns of a row, of the table named `l`. */
export const leadColumns = sql.join(columnNames.map(name => sql.ref(`l.${name}`)))

const isMoney = (schema: z.ZodType): boolean => schema.meta()?.unit === 'dollars'
const moneyColumns = Object.entries(plain.shape).flatMap(([name, schema]) => (isMoney(schema) ? [name] : []))

const inUnit = <Fields extends object>(fields: Fields, convert: (amount: number) => number): Fields => {
  const converted = { ...fields }
  const amounts = converted as Record<string, unknown>
  for (const name of moneyColumns) {
    const amount = amounts[name]
    if (typeof amount === 'number') amounts[name] = convert(amount)
  }
  return converted
}

/** The same fields with money in cents, as tables hold it. */
export const inCents = <Fields extends object>(fields: Fields): Fields => inUnit(fields, dollars => dollars * 100)

/** The same fields with money in whole dollars, as it travels. */
export const inDollars = <Fields extends object>(fields: Fields): Fields =>
  inUnit(fields, cents => Math.round(cents / 100))

/** Only the columns that a person may set, where something is given. */
export const editableColumns = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => Object.hasOwn(editable, name) && value !== undefined),
  )
