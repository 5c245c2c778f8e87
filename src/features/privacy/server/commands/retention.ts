import { subMonths } from 'date-fns'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Retention } from '../../contract.ts'
import type { Limits } from '../queries/retention.ts'

/** The days before which people go today. */
export const limitsOf = ({ now }: Pick<QueryContext, 'now'>, { quiet_months, deleted_months }: Retention): Limits => ({
  quiet: quiet_months === null ? null : subMonths(now, quiet_months),
  deleted: deleted_months === null ? null : subMonths(now, deleted_months),
})
