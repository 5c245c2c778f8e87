import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { randomOf } from '../../platform/demo/random.ts'
import type { Config } from '../../platform/server/config.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { documentsFor, documentTypes } from './rules/required.ts'
import { documentFiles } from './server/remote/contents.ts'

interface Paper {
  name: string
  hash: string
  size: number
  pages: number
  bytes: Uint8Array
}

/** Papers look alike in the demo: one of each kind, the same bytes each time. */
const WRITTEN_AT = new Date('2026-01-05T15:00:00Z')

async function paperOf(name: string, pages: number): Promise<Paper> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.setTitle(name)
  pdf.setCreationDate(WRITTEN_AT)
  pdf.setModificationDate(WRITTEN_AT)
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([612, 792])
    page.drawText(name, { x: 56, y: 716, size: 18, font })
    page.drawText('Sample document of the demo brokerage', { x: 56, y: 692, size: 10, font })
    for (let row = 0; row < 26; row++)
      page.drawLine({
        start: { x: 56, y: 652 - row * 22 },
        end: { x: row % 5 === 4 ? 380 : 556, y: 652 - row * 22 },
        thickness: 0.6,
        opacity: 0.35,
      })
    page.drawText(`Page ${number} of ${pages}`, { x: 56, y: 40, size: 9, font })
  }
  const bytes = await pdf.save({ useObjectStreams: false })
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { name: `${name}.pdf`, hash, size: bytes.length, pages, bytes }
}

type DemoDeal = Pick<Row<'deals'>, 'id' | 'type' | 'status' | 'author_user_id' | 'updated_at'> & {
  clients: { id: number; name: string }[]
}

const drawPapers = (): Promise<Paper[]> =>
  Promise.all(documentTypes.map(({ name, id }) => paperOf(name, id <= 2 ? 6 : (id % 3) + 1)))

/** What the deals of the demo need, and the papers that are in place: all of a closed deal, some of an open one. */
export const demo: DemoPart = { addDailyWork: addPapers, provide: storePapers }

/** Puts the content of the papers where the process that starts looks for it; the same bytes have the same names each time. */
async function storePapers(config: Config): Promise<null> {
  const store = documentFiles(config)
  if ((await store.untouchedSince(new Date())).length >= documentTypes.length) return null
  for (const { hash, bytes } of await drawPapers()) await store.keep(hash, bytes)
  return null
}

async function addPapers(demo: Demo): Promise<void> {
  const { db, now, seed } = demo
  const papers = await drawPapers()
  await db
    .insertInto('document_files')
    .values(papers.map(({ hash, size, pages }) => ({ hash, size, pages, stored_at: now.toISOString() })))
    .onConflict(conflict => conflict.column('hash').doNothing())
    .execute()
  const { rows: deals } = await sql<DemoDeal>`
    SELECT d.id, d.type, d.status, d.author_user_id, d.updated_at,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) ORDER BY c.position)
        FROM deal_clients c WHERE c.deal_id = d.id), '[]') AS clients
    FROM deals d WHERE NOT EXISTS (SELECT FROM deal_required_documents r WHERE r.deal_id = d.id) ORDER BY d.id`.execute(
    db,
  )
  for (const deal of deals) await addDealPapers(demo, deal, papers, seed)
}

async function addDealPapers({ db }: Demo, deal: DemoDeal, papers: readonly Paper[], seed: number): Promise<void> {
  const random = randomOf(seed, 9_000 + deal.id)
  for (const [position, wanted] of documentsFor(deal.type, deal.clients).entries()) {
    const { id } = await db
      .insertInto('deal_required_documents')
      .values({ ...wanted, deal_id: deal.id, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    const paper = papers.find(one => wanted.title.startsWith(one.name.replace(/\.pdf$/, '')))
    const isThere = wanted.is_required ? deal.status === 5 || random.happens(deal.status * 0.22) : random.happens(0.2)
    if (!paper || !isThere) continue
    const document = await db
      .insertInto('deal_documents')
      .values({
        deal_id: deal.id,
        hash: paper.hash,
        name: `${wanted.title}.pdf`,
        author_user_id: deal.author_user_id,
        created_at: deal.updated_at,
        updated_at: deal.updated_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const state = deal.status === 5 || random.happens(0.6) ? 'accepted' : 'waiting'
    await db
      .insertInto('deal_document_assignments')
      .values({
        required_id: id,
        document_id: document.id,
        first_page: 1,
        last_page: paper.pages,
        state,
        assigned_by: deal.author_user_id,
        assigned_at: deal.updated_at,
        reviewed_at: state === 'accepted' ? deal.updated_at : null,
      })
      .execute()
  }
}
