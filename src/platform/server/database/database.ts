import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../../../db/tables.gen.ts'
import { swiftPool } from './connection.ts'

const { Pool, types } = pg

const TIMESTAMPTZ = 1184
const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const INT8_ARRAY = 1016
const INT4_ARRAY = 1007
const INT2_ARRAY = 1005

/** Text of a timestamptz in a UTC session, as an instant of the wire: six digits of fraction, so that cursors lose nothing. */
export function instantOfSql(text: string): string {
  // Read by places, as every row has several; infinities and years beyond four digits stay what they are.
  if (text.charAt(10) !== ' ' || !text.endsWith('+00')) return text
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(6, '0')}Z`
}

/** Numbers of a flat array, several times faster than the parser for any array. */
const numbersOfSql = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map(part => (part === 'NULL' ? null : Number(part)))

const parsers = new Map<number, (text: string) => unknown>([
  [TIMESTAMPTZ, instantOfSql],
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, text => text],
  [INT8_ARRAY, numbersOfSql],
  [INT4_ARRAY, numbersOfSql],
  [INT2_ARRAY, numbersOfSql],
])

/** The query builder on the tables of the product, outside of a transaction or in one. */
export type Db = Kysely<Tables>

/** The query builder in a transaction. */
export type DbTransaction = Transaction<Tables>

/** A connection pool and the query builder on it. Instants arrive as text, eight-byte numbers and decimals as numbers. */
export interface Database {
  db: Db
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

/** Opens a pool of at most `connections` connections; nothing is connected until the first query. */
export function openDatabase(
  url: string,
  { connections = 10, onError = () => {} }: { connections?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    options: '-c timezone=UTC -c jit=off -c statement_timeout=120000 -c idle_in_transaction_session_timeout=60000',
    types: {
      getTypeParser: (oid, format) => (format !== 'binary' && parsers.get(oid)) || types.getTypeParser(oid, format),
    },
  })
  // An idle connection that breaks (the database restarts) is replaced at the next query.
  pool.on('error', onError)
  // One that breaks between two statements of a transaction fails the next statement; without a listener, the process.
  pool.on('connect', client => client.on('error', onError))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: swiftPool(pool) }) })
  return { db, pool, url, close: () => db.destroy() }
}
