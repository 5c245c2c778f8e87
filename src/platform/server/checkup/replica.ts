import pg from 'pg'
import type { Place } from '../database/caughtUp.ts'
import { type Finding, fine, wrong } from './finding.ts'

/** What a database says when it is asked whether it follows another one. */
export interface ReplicaFacts {
  primary: Pick<Place, 'system' | 'database'>
  replica: Pick<Place, 'system' | 'database'> & { isFollowing: boolean }
}

const TIMEOUT_MS = 10_000

/** Asks the primary and its replica who they are; changes nothing. */
export async function examineReplica(primaryUrl: string, replicaUrl: string): Promise<ReplicaFacts> {
  return { primary: await whoIs(primaryUrl), replica: await whoIs(replicaUrl) }
}

async function whoIs(url: string): Promise<ReplicaFacts['replica']> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'keyturn doctor',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<ReplicaFacts['replica']>(
      `SELECT system_identifier::text AS system, current_database() AS database, pg_is_in_recovery() AS "isFollowing"
       FROM pg_control_system()`,
    )
    return rows[0] ?? { system: '', database: '', isFollowing: false }
  } finally {
    await client.end()
  }
}

/** Whether reads will go to the replica; `null` for one that does not answer, without which all of them go to the primary. */
export function judgeReplica(facts: ReplicaFacts | null): Finding {
  const check = 'Replica'
  if (facts === null)
    return wrong(check, 'warning', 'It does not answer; reads go to the primary.', 'Look at KEYTURN_REPLICA_URL.')
  const { primary, replica } = facts
  if (!replica.isFollowing)
    return wrong(
      check,
      'error',
      'It follows no other server; reads go to the primary.',
      'Let KEYTURN_REPLICA_URL lead to a streaming replica.',
    )
  return replica.system === primary.system && replica.database === primary.database
    ? fine(check, 'It follows the primary; reads go there while it is not behind.')
    : wrong(
        check,
        'error',
        'It follows another database than that of DATABASE_URL; reads go to the primary.',
        'Let KEYTURN_REPLICA_URL lead to a replica of the same server, and to the database of the same name.',
      )
}
