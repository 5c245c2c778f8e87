import type { Migration } from '../database/migrate.ts'
import type { DatabaseFacts, JobFacts } from './database.ts'
import { type Finding, fine, wrong } from './finding.ts'
import type { SiteAnswer } from './machine.ts'

const OLDEST_NODE = [22, 18] as const
const OLDEST_POSTGRES = 150_000
const LITTLE_ROOM = 1024 ** 3
const NO_ROOM = 200 * 1024 ** 2
/** Beyond these, times look wrong; signed requests to providers are refused. */
const SKEW_MS = 5_000
const BAD_SKEW_MS = 60_000
/** Processes look after jobs every half a minute. */
const SILENT_SECONDS = 180
const DAY_MS = 86_400_000
/** A backup each night may be late. */
const OLD_BACKUP_MS = 1.5 * DAY_MS

/** Whether this Node can run the product. */
export function judgeNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return isNew
    ? fine('Node.js', version)
    : wrong('Node.js', 'error', `This is ${version}.`, `Install ${OLDEST_NODE.join('.')} or later; 24 is best.`)
}

/** The server itself, and what it lets us do. */
export function judgeDatabase(facts: DatabaseFacts, { connections }: { connections: number }): Finding[] {
  const { version, encoding, collation, isReplica, mayCreate, foreignTables, missingExtensions } = facts
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
  const check = 'Database'
  const findings: Finding[] = []
  if (version < OLDEST_POSTGRES)
    findings.push(wrong(check, 'error', `It is ${name}.`, 'Keyturn needs PostgreSQL 15 or later: upgrade the server.'))
  if (isReplica)
    findings.push(
      wrong(check, 'error', 'It is a replica, which takes no writes.', 'Let DATABASE_URL lead to the primary.'),
    )
  if (encoding !== 'UTF8')
    findings.push(
      wrong(
        check,
        'error',
        `It stores texts as ${encoding}.`,
        "Make a new database with ENCODING 'UTF8', and restore a backup into it.",
      ),
    )
  if (!mayCreate || foreignTables > 0)
    findings.push(
      wrong(
        check,
        'error',
        mayCreate ? `${foreignTables} of its tables belong to another user.` : 'Its user may not make tables.',
        'Make the user of DATABASE_URL the owner of the database and of all its tables.',
      ),
    )
  if (missingExtensions.length > 0)
    findings.push(
      wrong(
        check,
        'error',
        `The server lacks ${missingExtensions.join(', ')}.`,
        'Install the contrib package of PostgreSQL (postgresql-contrib), or have your provider allow these extensions.',
      ),
    )
  if (collation.actual !== null && collation.recorded !== null && collation.actual !== collation.recorded)
    findings.push(
      wrong(
        check,
        'warning',
        `Texts are sorted by other rules (${collation.actual}) than when the indexes were made (${collation.recorded}); searches may miss rows.`,
        'As its owner: REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
      ),
    )
  if (connections + 10 > facts.maxConnections)
    findings.push(
      wrong(
        check,
        'warning',
        `A process opens up to ${connections + 10} connections, and the server allows ${facts.maxConnections}.`,
        'Raise max_connections, or lower KEYTURN_DATABASE_CONNECTIONS.',
      ),
    )
  return findings.length > 0 ? findings : [fine(check, `${name} answers, and may be written.`)]
}

/** Whether the database is as old as the code. */
export function judgeMigrations(
  found: DatabaseFacts['migrations'],
  known: readonly Pick<Migration, 'number' | 'name'>[],
): Finding {
  const check = 'Migrations'
  if (found === null) return fine(check, 'The database is empty; the first start prepares it.')
  const numbers = new Set(known.map(({ number }) => number))
  const newer = found.find(({ number }) => !numbers.has(number))
  if (newer)
    return wrong(
      check,
      'error',
      `The database holds a step that this version does not know (${newer.name}): a newer Keyturn used it.`,
      'Start that version again, or restore a backup that was made before the update.',
    )
  const done = new Set(found.map(({ number }) => number))
  const waiting = known.filter(({ number }) => !done.has(number)).length
  return waiting === 0
    ? fine(check, `All ${known.length} steps ran.`)
    : wrong(
        check,
        'warning',
        `${waiting} ${waiting === 1 ? 'step has' : 'steps have'} not run: the database is older than this version.`,
        'Make a backup (npm run backup), then start Keyturn; it runs them.',
      )
}

/** Whether the clocks of this machine and of the database agree. */
export function judgeClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs)
  if (off < SKEW_MS) return fine('Clock', 'This machine and the database agree.')
  return wrong(
    'Clock',
    off >= BAD_SKEW_MS ? 'error' : 'warning',
    `The clock of the database goes ${Math.round(off / 1000)} seconds ${aheadMs > 0 ? 'before' : 'behind'} that of this machine.`,
    'Let both be set by NTP (timedatectl set-ntp true).',
  )
}

/** Whether somebody runs jobs, and whether they succeed. */
export function judgeJobs(jobs: JobFacts | null, others: number): Finding[] {
  if (jobs === null) return [fine('Jobs', 'The first start prepares them.')]
  const { beatSecondsAgo: beat, failed, late } = jobs
  const isAlive = beat !== null && beat < SILENT_SECONDS
  const since = beat === null ? 'No process has ever run jobs' : `No process has run jobs for ${spanOf(beat * 1000)}`
  const alive = isAlive
    ? fine('Jobs', `A process looked after them ${spanOf(beat * 1000)} ago.`)
    : wrong(
        'Jobs',
        others > 0 ? 'error' : 'warning',
        `${since}: no e-mails go out, and no listings come in.`,
        others > 0
          ? 'Start a process with KEYTURN_ROLE=worker or all, and look into its log.'
          : 'Nobody else is connected to the database: start Keyturn.',
      )
  const total = failed.reduce((sum, { count }) => sum + count, 0)
  const failures =
    total === 0
      ? fine('Failed jobs', 'None in the last 24 hours.')
      : wrong(
          'Failed jobs',
          'warning',
          `${total} in the last 24 hours: ${failed
            .slice(0, 5)
            .map(({ name, count }) => `${name} (${count})`)
            .join(', ')}.`,
          'The log of the process says why, under "job failed".',
        )
  const waiting =
    late === 0 || !isAlive
      ? []
      : [
          wrong(
            'Waiting jobs',
            'warning',
            `${late} have been due for more than 15 minutes.`,
            'Start another process with KEYTURN_ROLE=worker.',
          ),
        ]
  return [alive, failures, ...waiting]
}

/** Whether there is room on the disk, and the right to write. */
export function judgeFolder(dataDir: string, { free, isWritable }: { free: number; isWritable: boolean }): Finding {
  const check = 'Disk'
  const room = free >= 1024 ** 3 ? `${(free / 1024 ** 3).toFixed(1)} GB` : `${Math.round(free / 1024 ** 2)} MB`
  if (!isWritable)
    return wrong(
      check,
      'error',
      `This user may not write to ${dataDir}.`,
      'Change who owns it, or set KEYTURN_DATA to another folder.',
    )
  if (free >= LITTLE_ROOM) return fine(check, `${room} are free at ${dataDir}.`)
  return wrong(
    check,
    free < NO_ROOM ? 'error' : 'warning',
    `Only ${room} are free at ${dataDir}.`,
    'Make room, or move KEYTURN_DATA to a larger disk.',
  )
}

const ownNames = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)|\.(test|local|localhost|invalid)$/

/** Whether the address of the site is one that others reach; `answer` is what was heard there. */
export function judgeSite(publicUrl: string | null, answer: SiteAnswer | null): Finding {
  const check = 'Site address'
  if (publicUrl === null) return fine(check, 'None is set: links take the address of the request.')
  const { protocol, hostname, pathname, search, username, origin } = new URL(publicUrl)
  const mendForm = `Set KEYTURN_PUBLIC_URL to the address alone, such as ${protocol === 'http:' ? 'https://crm.example.com' : origin}.`
  if (pathname !== '/' || search !== '' || username !== '')
    return wrong(check, 'error', 'It holds more than a host.', mendForm)
  if (protocol !== 'https:' && !ownNames.test(hostname))
    return wrong(
      check,
      'error',
      'It begins with http: browsers then refuse the microphone, notifications and work without a network, and sign-ins travel in the open.',
      'Put a certificate in front (Caddy, nginx), and let KEYTURN_PUBLIC_URL begin with https://.',
    )
  if (ownNames.test(hostname))
    return wrong(check, 'warning', `Nobody else reaches ${hostname}: links in e-mails lead nowhere.`, mendForm)
  if (answer === 'certificate')
    return wrong(check, 'error', `The certificate of ${hostname} is not accepted.`, 'Renew it, with its whole chain.')
  if (answer === 'alive') return fine(check, `${origin} answers.`)
  return wrong(
    check,
    'warning',
    answer === 'other' ? `Something else answers at ${origin}.` : `${origin} does not answer from this machine.`,
    'Start Keyturn if it does not run; otherwise look where the name leads (DNS), at the firewall and at what stands in front.',
  )
}

/** Whether there is a backup of late; the demo needs none. */
export function judgeBackup({ at, archivedAt, now, isDemo }: BackupFacts): Finding {
  const check = 'Backup'
  if (isDemo) return fine(check, 'The demo needs none.')
  const newest = [at, archivedAt].filter(one => one !== null).toSorted((a, b) => b.getTime() - a.getTime())[0]
  const mend = 'Run npm run backup each night (cron), to another disk; see docs/operating.md.'
  if (!newest) return wrong(check, 'warning', 'None is known.', mend)
  const age = now.getTime() - newest.getTime()
  const said = `The last one was made ${spanOf(age)} ago.`
  return age <= OLD_BACKUP_MS ? fine(check, said) : wrong(check, 'warning', said, mend)
}

/** When a backup was made, and when the database archived its log by itself. */
export interface BackupFacts {
  at: Date | null
  archivedAt: Date | null
  now: Date
  isDemo: boolean
}

/** "40 seconds", "3 hours", "12 days". */
export function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const steps = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const
  const [size, unit] = steps.find(([size]) => seconds >= 2 * size) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
