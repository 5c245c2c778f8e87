import { type RawBuilder, sql } from 'kysely'

/**
 * A column is one of some numbers. A single one is compared plainly, so that a frequent statement keeps its plan: one that compares
 * with a list is planned anew each time, which costs more than finding one row.
 */
export const isOneOf = (
  column: RawBuilder<unknown>,
  numbers: readonly number[],
  type: 'int' | 'bigint' = 'int',
): RawBuilder<boolean> =>
  numbers.length === 1
    ? sql`${column} = ${numbers[0]}::${sql.raw(type)}`
    : sql`${column} = ANY(${[...numbers]}::${sql.raw(type)}[])`
