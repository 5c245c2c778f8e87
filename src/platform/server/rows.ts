import type { Selectable } from 'kysely'
import type { Tables } from '../../../db/tables.gen.ts'

/** A row of a table as a query reads it; a query that reads some columns picks those: `Pick<Row<'tasks'>, 'id' | 'subject'>`. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
