import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely'

/** A `timestamptz`: read as an instant of the wire (`2026-11-22T14:05:00.000000Z`), written as text or as a `Date`. */
export type Instant = ColumnType<string, string | Date, string | Date>

/** A column with a default: an insert may leave it out. */
export type Defaulted<Column> = ColumnType<SelectType<Column>, InsertType<Column> | undefined, UpdateType<Column>>

/** A column that the database computes: it is read, never written. */
export type Derived<Column> = ColumnType<SelectType<Column>, never, never>
