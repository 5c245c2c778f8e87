import pg from 'pg'
import type { Migration } from '../database/migrate.ts'

/** What a database says of itself. */
export interface DatabaseFacts {
  /** Such as 180004 for 18.4. */
  version: number
  encoding: string
  /** The rules by which texts were sorted when their indexes were made, and those of today; `null` where there are no versions. */
  collation: { recorded: string | null; actual: string | null }
  isReplica: boolean
  mayCreate: boolean
  /** Tables that belong to somebody else. */
  foreignTables: number
  /** Neither there nor to be had. */
  missingExtensions: readonly string[]
  /** Steps that ran; `null` for a database that was never used. */
  migrations: readonly Pick<Migration, 'number' | 'name'>[] | null
  maxConnections: number
  /** Connections of others to this database. */
  others: number
  /** By how much its clock goes before ours, give or take the time of the question. */
  aheadMs: number
  jobs: JobFacts | null
  /** When it last handed a piece of its log to an archive. */
  archivedAt: Date | null
}

/** How the jobs of an installation do. */
export interface JobFacts {
  /** Seconds since some process last looked after them. */
  beatSecondsAgo: number | null
  /** Given up within the last day, by name. */
  failed: readonly { name: string; count: number }[]
  /** Due for more than a quarter of an hour. */
  late: number
}

const TIMEOUT_MS = 10_000

/** Asks a database about itself; changes nothing. */
export async function examineDatabase(url: string, extensions: readonly string[]): Promise<DatabaseFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    application_name: 'keyturn doctor',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return {
      ...(await itself(client, extensions)),
      ...(await clock(client)),
      migrations: (await has(client, 'public.migrations')) ? await stepsOf(client) : null,
      jobs: (await has(client, 'pgboss.version')) ? await jobsOf(client) : null,
    }
  } finally {
    await client.end()
  }
}

type Itself = Omit<DatabaseFacts, 'migrations' | 'jobs' | 'aheadMs'>

async function itself(client: pg.Client, extensions: readonly string[]): Promise<Itself> {
  const { rows } = await client.query<Omit<Itself, 'collation'> & { recorded: string | null; actual: string | null }>(
    `SELECT current_setting('server_version_num')::int AS version, pg_encoding_to_char(encoding) AS encoding,
       datcollversion AS recorded, pg_database_collation_actual_version(oid) AS actual,
       pg_is_in_recovery() AS "isReplica",
       has_database_privilege(oid, 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate",
       (SELECT count(*)::int FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
          AND NOT pg_has_role(c.relowner, 'USAGE')) AS "foreignTables",
       ARRAY(SELECT wanted FROM unnest($1::text[]) AS wanted
             WHERE NOT EXISTS (SELECT FROM pg_available_extensions e WHERE e.name = wanted)) AS "missingExtensions",
       current_setting('max_connections')::int AS "maxConnections",
       (SELECT count(*)::int FROM pg_stat_activity a
        WHERE a.datid = d.oid AND a.pid <> pg_backend_pid() AND a.backend_type = 'client backend') AS others,
       (SELECT last_archived_time FROM pg_stat_archiver) AS "archivedAt"
     FROM pg_database d WHERE datname = current_database()`,
    [[...extensions]],
  )
  const [found] = rows
  if (!found) throw new Error('The database knows nothing of itself.')
  const { recorded, actual, ...facts } = found
  return { ...facts, collation: { recorded, actual } }
}

async function clock(client: pg.Client): Promise<Pick<DatabaseFacts, 'aheadMs'>> {
  const asked = Date.now()
  const { rows } = await client.query<{ at: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
  )
  return { aheadMs: Math.round((rows[0]?.at ?? asked) - (asked + Date.now()) / 2) }
}

async function has(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [table])
  return rows[0]?.is ?? false
}

async function stepsOf(client: pg.Client): Promise<Pick<Migration, 'number' | 'name'>[]> {
  const { rows } = await client.query('SELECT number::float8 AS number, name FROM migrations ORDER BY number')
  return rows
}

async function jobsOf(client: pg.Client): Promise<JobFacts> {
  const { rows } = await client.query<{ beat: number | null; late: number }>(
    `SELECT (SELECT extract(epoch FROM now() - max(cron_on))::float8 FROM pgboss.version) AS beat,
       (SELECT count(*)::int FROM pgboss.job
        WHERE state IN ('created', 'retry') AND start_after < now() - interval '15 minutes') AS late`,
  )
  const failed = await client.query<{ name: string; count: number }>(
    `SELECT name, count(*)::int AS count FROM pgboss.job
     WHERE state = 'failed' AND completed_on > now() - interval '1 day' GROUP BY name ORDER BY count(*) DESC, name`,
  )
  return { beatSecondsAgo: rows[0]?.beat ?? null, late: rows[0]?.late ?? 0, failed: failed.rows }
}
