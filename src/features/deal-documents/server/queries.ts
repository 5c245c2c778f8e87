import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { notFound } from '../../../platform/server/errors.ts'
import type { Assignment, DealDocument } from '../contract.ts'
import type { ScanState } from '../rules/documents.ts'

type Asking = Pick<QueryContext, 'db'>

/** A document with where its content is. */
export interface StoredDocument
  extends DealDocument,
    Pick<Row<'deal_documents'>, 'deal_id' | 'hash' | 'withdrawn_at'> {}

const selected = sql`d.id, d.deal_id, d.name, d.hash, d.withdrawn_at, f.size, f.pages, f.scan, d.updated_at AS "lastModified",
  trim(u.first_name || ' ' || u.last_name) AS author`
const joined = sql`deal_documents d JOIN document_files f ON f.hash = d.hash
  LEFT JOIN users u ON u.id = coalesce(d.on_behalf_of, d.author_user_id)`

/** The documents of a deal, oldest first. */
export async function documentsOf({ db }: Asking, dealId: number): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    SELECT ${selected} FROM ${joined} WHERE d.deal_id = ${dealId} AND d.withdrawn_at IS NULL ORDER BY d.id`.execute(db)
  return rows
}

/** A document of a deal that the caller has checked; refused when there is none such. */
export async function requireDocument({ db }: Asking, dealId: number, id: number): Promise<StoredDocument> {
  const { rows } = await sql<StoredDocument>`
    SELECT ${selected} FROM ${joined} WHERE d.id = ${id} AND d.deal_id = ${dealId} AND d.withdrawn_at IS NULL`.execute(
    db,
  )
  if (!rows[0]) throw notFound('document')
  return rows[0]
}

/** A document, withdrawn or not; `null` when there is none. */
export async function documentById({ db }: Asking, id: number): Promise<StoredDocument | null> {
  const { rows } = await sql<StoredDocument>`SELECT ${selected} FROM ${joined} WHERE d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Says that the content of documents is stored. What is there already keeps its verdict, unless a scanner knows better now. */
export async function insertFiles(
  { db, now }: Change,
  files: readonly (Pick<Row<'document_files'>, 'hash' | 'size' | 'pages'> & { scan?: ScanState })[],
): Promise<void> {
  if (files.length === 0) return
  const unique = [
    ...new Map(files.map(({ hash, size, pages, scan = 'unscanned' }) => [hash, { hash, size, pages, scan }])).values(),
  ]
  await db
    .insertInto('document_files')
    .values(unique.map(file => ({ ...file, stored_at: now.toISOString() })))
    .onConflict(conflict =>
      conflict
        .column('hash')
        .doUpdateSet({ scan: 'clean' })
        .where(sql<boolean>`excluded.scan = 'clean' AND document_files.scan <> 'infected'`),
    )
    .execute()
}

/** Contents that wait for the scanner, longest first. */
export async function pendingFiles({ db }: Asking, limit: number): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'document_files'>, 'hash'>>`
    SELECT hash FROM document_files WHERE scan = 'pending' ORDER BY stored_at LIMIT ${limit}`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** Writes what the scanner says of a content; answers the deals that have it. */
export async function recordScan(
  { db }: Change,
  hash: string,
  { scan, found }: { scan: ScanState; found: string | null },
): Promise<number[]> {
  await sql`UPDATE document_files SET scan = ${scan}, scan_found = ${found} WHERE hash = ${hash}`.execute(db)
  const { rows } = await sql<Pick<Row<'deal_documents'>, 'deal_id'>>`
    SELECT DISTINCT deal_id FROM deal_documents WHERE hash = ${hash}`.execute(db)
  return rows.map(({ deal_id }) => deal_id)
}

/** Forgets contents that were stored before then and that no document names. */
export async function deleteUnnamedFiles({ db }: Change, before: Date): Promise<void> {
  await sql`
    DELETE FROM document_files f
    WHERE stored_at < ${before} AND NOT EXISTS (SELECT FROM deal_documents d WHERE d.hash = f.hash)`.execute(db)
}

/** Those of the contents that a document names, withdrawn or not. */
export async function namedHashes({ db }: Asking, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'document_files'>, 'hash'>>`
    SELECT hash FROM document_files WHERE hash = ANY(${[...hashes]}::text[])`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** The columns of a new document. */
export type DocumentColumns = Pick<Row<'deal_documents'>, 'hash' | 'name' | 'source' | 'source_id' | 'source_revision'>

/** The documents of other services that a deal has, by edition. */
export async function editionsOf(
  { db }: Asking,
  dealId: number,
): Promise<Pick<DocumentColumns, 'source' | 'source_id' | 'source_revision'>[]> {
  const { rows } = await sql<Pick<DocumentColumns, 'source' | 'source_id' | 'source_revision'>>`
    SELECT source, source_id, source_revision FROM deal_documents WHERE deal_id = ${dealId} AND source IS NOT NULL AND withdrawn_at IS NULL`.execute(
    db,
  )
  return rows
}

/** Whether the edition of a withdrawn document came to its deal again. */
export async function isThereAgain({ db }: Asking, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM deal_documents w JOIN deal_documents d USING (deal_id, source, source_id, source_revision)
    WHERE w.id = ${id} AND d.id <> w.id AND d.withdrawn_at IS NULL`.execute(db)
  return rows.length > 0
}

/** Adds documents to a deal; answers their ids in order. */
export async function insertDocuments(
  { db, now, author }: Change,
  dealId: number,
  documents: readonly DocumentColumns[],
): Promise<number[]> {
  if (documents.length === 0) return []
  const rows = await db
    .insertInto('deal_documents')
    .values(
      documents.map(document => ({
        ...document,
        deal_id: dealId,
        author_user_id: author?.user_id ?? null,
        on_behalf_of: author?.on_behalf_of ?? null,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives a document another name. */
export async function updateName({ db, now }: Change, id: number, name: string): Promise<void> {
  await db
    .updateTable('deal_documents')
    .set(eb => ({ name, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Withdraws a document, or takes that back (`null`). */
export async function updateWithdrawal(
  { db, now, author }: Change,
  id: number,
  withdrawal: { reason: string } | null,
): Promise<void> {
  await db
    .updateTable('deal_documents')
    .set({
      withdrawn_at: withdrawal ? now.toISOString() : null,
      withdrawn_by: withdrawal ? (author?.user_id ?? null) : null,
      withdrawn_reason: withdrawal?.reason ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** A required document with the pages assigned to it. */
export interface StoredRequired
  extends Pick<Row<'deal_required_documents'>, 'id' | 'title' | 'is_required' | 'is_custom' | 'is_submitted'> {
  assignments: Assignment[]
}

/** What a deal needs, in order; pages of withdrawn documents count no longer. */
export async function requiredOf({ db }: Asking, dealId: number): Promise<StoredRequired[]> {
  const { rows } = await sql<StoredRequired>`
    SELECT r.id, r.title, r.is_required, r.is_custom, r.is_submitted,
      coalesce((SELECT jsonb_agg(jsonb_build_object(
          'id', a.id, 'document_id', d.id, 'document_name', d.name, 'first_page', a.first_page, 'last_page', a.last_page,
          'state', a.state, 'reason', a.reason, 'reviewer', trim(u.first_name || ' ' || u.last_name),
          'reviewed_at', to_char(a.reviewed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) ORDER BY a.id)
        FROM deal_document_assignments a JOIN deal_documents d ON d.id = a.document_id AND d.withdrawn_at IS NULL
          LEFT JOIN users u ON u.id = a.reviewed_by
        WHERE a.required_id = r.id), '[]') AS assignments
    FROM deal_required_documents r WHERE r.deal_id = ${dealId} ORDER BY r.position, r.id`.execute(db)
  return rows
}

/** The columns of something that a deal needs. */
export type RequiredColumns = Pick<
  Row<'deal_required_documents'>,
  'title' | 'is_required' | 'is_custom' | 'is_submitted' | 'client_id'
>

/** Says what a deal needs, in order; answers the ids. */
export async function insertRequired(
  { db }: Change,
  dealId: number,
  required: readonly RequiredColumns[],
): Promise<number[]> {
  if (required.length === 0) return []
  const rows = await db
    .insertInto('deal_required_documents')
    .values(required.map((one, position) => ({ ...one, deal_id: dealId, position })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Assigns pages of a document to something that the deal needs. */
export async function insertAssignment(
  { db, now, author }: Change,
  assignment: Pick<Row<'deal_document_assignments'>, 'required_id' | 'document_id' | 'first_page' | 'last_page'>,
): Promise<void> {
  await db
    .insertInto('deal_document_assignments')
    .values({ ...assignment, assigned_by: author?.user_id ?? null, assigned_at: now.toISOString() })
    .execute()
}

/** Takes an assignment back. */
export async function deleteAssignment({ db }: Change, requiredId: number, id: number): Promise<void> {
  await db.deleteFrom('deal_document_assignments').where('id', '=', id).where('required_id', '=', requiredId).execute()
}

/** Accepts or rejects assigned pages; answers whether there were any. */
export async function updateReview(
  { db, now, author }: Change,
  requiredId: number,
  { id, state, reason }: { id: number; state: 'accepted' | 'rejected'; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deal_document_assignments')
    .set({ state, reason, reviewed_by: author?.user_id ?? null, reviewed_at: now.toISOString() })
    .where('id', '=', id)
    .where('required_id', '=', requiredId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
