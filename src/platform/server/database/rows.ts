import type { Selectable } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'

/** A row of a table as a query reads it; a query that reads some columns picks those: `Pick<Row<'tasks'>, 'id' | 'subject'>`. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/**
 * A row that is read in the shape of an answer: a field that is a column of the table has the column's type, so that a claim
 * that the database does not hold is found by the compiler. Other fields are computed, as are those of `Computed`, which share
 * their name with a column.
 */
export type RowAs<Table extends keyof Tables, Answer, Computed extends keyof Answer = never> = {
  [Field in keyof Answer]: Field extends Exclude<keyof Row<Table>, Computed> ? Row<Table>[Field] : Answer[Field]
}

/** Columns of a table of which an outer join may find no row. */
export type Joined<Columns> = Columns | { [Column in keyof Columns]: null }
