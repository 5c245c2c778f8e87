import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { LeadDistribution, LedgerEntry } from '../../contract.ts'

/** What an entry tells of. */
export type LedgerKind =
  | 'decided'
  | 'offered'
  | 'delivered'
  | 'seen'
  | 'accepted'
  | 'rejected'
  | 'expired'
  | 'withdrawn'
  | 'pooled'
  | 'claimed'
  | 'assigned'
  | 'resting'

/** One thing that happened to a lead, to be written down. */
export interface NewEntry {
  lead_id: number
  kind: LedgerKind
  agent_id?: number | null
  offer_id?: number | null
  content?: object
}

type StoredEntry = Row<'distribution_ledger'>
type Hashed = Omit<StoredEntry, 'hash'>

const BEGINNING = ''

/** The hash of an entry: SHA-256 over everything in it and the hash before it, in hexadecimal. */
export const hashOf = ({ lead_id, entry, kind, at, agent_id, offer_id, content, previous_hash }: Hashed): string =>
  createHash('sha256')
    .update(JSON.stringify([previous_hash, lead_id, entry, kind, at, agent_id, offer_id, content]))
    .digest('hex')

/** Adds an entry to the ledger of a lead, which must be locked; answers its number. */
export async function appendEntry(ctx: Change, given: NewEntry): Promise<number> {
  const { rows } = await sql<Pick<StoredEntry, 'entry' | 'hash'>>`
    SELECT entry, hash FROM distribution_ledger WHERE lead_id = ${given.lead_id} ORDER BY entry DESC LIMIT 1`.execute(
    ctx.db,
  )
  const [last] = rows
  const fields: Hashed = {
    lead_id: given.lead_id,
    entry: (last?.entry ?? 0) + 1,
    kind: given.kind,
    at: instantText(ctx.now),
    agent_id: given.agent_id ?? null,
    offer_id: given.offer_id ?? null,
    content: JSON.stringify(given.content ?? {}),
    previous_hash: last?.hash ?? BEGINNING,
  }
  await ctx.db
    .insertInto('distribution_ledger')
    .values({ ...fields, hash: hashOf(fields) })
    .execute()
  return fields.entry
}

/** The entries of a lead, the first one first; of these kinds, if any are named. */
export async function entriesOf(
  ctx: QueryContext,
  leadId: number,
  kinds: readonly LedgerKind[] | null = null,
): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    SELECT lead_id, entry, kind, at, agent_id, offer_id, content, previous_hash, hash FROM distribution_ledger
    WHERE lead_id = ${leadId} AND ${kinds ? sql`kind = ANY (${[...kinds]}::text[])` : sql`true`}
    ORDER BY entry`.execute(ctx.db)
  return rows
}

/** Whether every entry of a lead follows from the one before. */
export function checkChain(entries: readonly StoredEntry[], now: Date): LeadDistribution['ledger'] {
  let previous = { entry: 0, hash: BEGINNING }
  let broken_at: number | null = null
  for (const entry of entries) {
    const follows = entry.entry === previous.entry + 1 && entry.previous_hash === previous.hash
    if (broken_at === null && !(follows && entry.hash === hashOf(entry))) broken_at = entry.entry
    previous = entry
  }
  return {
    entries: entries.length,
    broken_at,
    last_hash: entries.at(-1)?.hash ?? null,
    since: entries[0]?.at ?? null,
    checked_at: instantText(now),
  }
}

/** A page of the ledger of a lead, with the names of the agents. */
export async function ledgerPage(ctx: QueryContext, leadId: number, asked: PageInput): Promise<Page<LedgerEntry>> {
  const { offset, limit } = windowOf(asked)
  const after = asked.cursor ? idCursors.read(asked.cursor) : 0
  const { rows } = await sql<LedgerEntry>`
    SELECT d.entry, d.kind, d.at, d.offer_id, d.content, d.previous_hash, d.hash,
           CASE WHEN a.id IS NOT NULL THEN
             jsonb_build_object('id', a.id, 'name', trim(u.first_name || ' ' || u.last_name)) END AS agent
    FROM distribution_ledger d LEFT JOIN agents a ON a.id = d.agent_id LEFT JOIN users u ON u.id = a.user_id
    WHERE d.lead_id = ${leadId} AND d.entry > ${after} ORDER BY d.entry LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM distribution_ledger WHERE lead_id = ${leadId}`.execute(ctx.db)
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ entry }) => idCursors.write(entry),
  })
}
