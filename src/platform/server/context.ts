import type { Logger } from 'pino'
import type { AuditSubject } from '../wire/audit.ts'
import type { Right } from '../wire/call.ts'
import type { Topic } from '../wire/live.ts'
import type { Config } from './config.ts'
import type { Db, DbTransaction } from './database/database.ts'

/** The person whose rights apply: the one who is signed in, or the one whom an administrator acts as. */
export interface Viewer {
  user_id: number
  /** The agent record of the user; `null` for people without one. */
  agent_id: number | null
  /** Names of the roles held. */
  roles: readonly string[]
  /** Permissions held, with `signed_in` and, where they apply, `is_agent` and `is_admin`. */
  rights: ReadonlySet<Right>
  features: ReadonlySet<string>
  /** Agents whose leads the viewer reaches: their own and, for a team lead, the team's. */
  reach: readonly number[]
  /** IANA zone in which the viewer's days begin. */
  zone: string
}

/** The user who makes the request. Differs from the viewer while an administrator acts as somebody else. */
export interface Actor {
  user_id: number
  is_possession: boolean
}

/** Where a request came from. */
export interface RequestInfo {
  id: string
  address: string
  user_agent: string
  /** The sign-in session; `null` before sign-in and in jobs. */
  session_id: number | null
}

/** Who is notified of a change: everybody, those with a right, a user, or an agent (and the lead of their team). */
export type Audience = 'everyone' | `right:${Right}` | `user:${number}` | `agent:${number}`

/** What reading code needs. */
export interface QueryContext {
  db: Db
  now: Date
  config: Config
  log: Logger
}

/** What a `read` handler gets. */
export interface ReadContext extends QueryContext {
  viewer: Viewer
  actor: Actor
  request: RequestInfo
}

/** The before and after of one record, for the audit log. */
export interface AuditedChange {
  subject: AuditSubject
  subject_id: number | string | null
  before?: unknown
  after?: unknown
}

/** Who did something, for records that keep it. */
export interface Author {
  user_id: number
  /** The possessed user; `null` when somebody acts as themselves. */
  on_behalf_of: number | null
}

/** What code that changes things gets; everything it does commits together, or not at all. */
export interface Change extends QueryContext {
  db: DbTransaction
  /** Says that records changed; published to browsers after the commit. */
  changed(topic: Topic, ids: readonly number[], audience: readonly Audience[]): void
  /** Adds a record's before and after to the audit entry that the platform writes. */
  audit(change: AuditedChange): void
  /** Puts a job into the same transaction, together with all others just before the commit. */
  enqueue<Data extends object>(job: JobName<Data>, data: Data, options?: EnqueueOptions): Promise<void>
  /** `null` when the system acts. */
  author: Author | null
}

/** What is needed of a job to put it in: its name, and what it takes. */
export interface JobName<Data extends object> {
  name: string
  /** Only for the types. */
  takes?(data: Data): void
}

export interface EnqueueOptions {
  startAfter?: Date
  /** At most one waiting job with this key. */
  singletonKey?: string
}

/** What a `write` handler gets. */
export interface WriteContext extends Change {
  viewer: Viewer
  actor: Actor
  request: RequestInfo
}

/** What a `remote` handler gets: no transaction around it, short ones on demand. */
export interface RemoteContext extends ReadContext {
  transaction<Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result>
}

/** What a job gets. */
export interface JobContext extends QueryContext {
  /** `by`: who asked for the work, for the audit log and whatever keeps its author; the system when not said. */
  transaction<Result>(
    work: (ctx: Change) => Promise<Result>,
    by?: { viewer: Viewer; actor: Actor } | null,
  ): Promise<Result>
  /** Set when the process is stopping: finish the piece in hand, then return. */
  signal: AbortSignal
}
