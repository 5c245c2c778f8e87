import { PDFDocument } from '@cantoo/pdf-lib'
import { aboutDeal, defineRights, everybody, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { dealDocumentCalls } from './contract.ts'

const HASH = 'a'.repeat(64)

async function documentOf(world: World, account: string, isWithdrawn = false): Promise<{ dealId: number; id: number }> {
  const dealId = await world.deal(account)
  await world.one(
    `INSERT INTO document_files (hash, size, pages, stored_at) VALUES ($1, 1, 1, now())
     ON CONFLICT (hash) DO UPDATE SET size = 1 RETURNING size AS id`,
    [HASH],
  )
  const id = await world.one(
    `INSERT INTO deal_documents (deal_id, hash, name, created_at, updated_at, withdrawn_at)
     VALUES ($1, $2, 'Waiver.pdf', now(), now(), CASE WHEN $3 THEN now() END) RETURNING id`,
    [dealId, HASH, isWithdrawn],
  )
  return { dealId, id }
}

const aboutDocument =
  (fields: object = {}, isWithdrawn = false): Request =>
  async (world, account) => ({ path: await documentOf(world, account, isWithdrawn), body: fields })

const aboutRequired =
  (ask: (ids: { document: number; assignment: number }) => object): Request =>
  async (world, account) => {
    const { dealId, id: document } = await documentOf(world, account)
    const id = await world.one(
      `INSERT INTO deal_required_documents (deal_id, position, title) VALUES ($1, 0, 'Waiver') RETURNING id`,
      [dealId],
    )
    const assignment = await world.one(
      `INSERT INTO deal_document_assignments (required_id, document_id, first_page, last_page, assigned_at)
       VALUES ($1, $2, 1, 1, now()) RETURNING id`,
      [id, document],
    )
    return {
      path: { dealId, id },
      body: ask({ document, assignment }),
    }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(dealDocumentCalls, {
  list: [everybody, aboutDeal()],
  upload: [
    everybody,
    async (world, account) => {
      const form = new FormData()
      const pdf = await PDFDocument.create()
      pdf.addPage()
      form.append('files', new Blob([Uint8Array.from(await pdf.save())]), 'Waiver.pdf')
      return { path: { dealId: await world.deal(account) }, form }
    },
  ],
  rename: [everybody, aboutDocument({ file_name: 'Waiver, financing' })],
  remove: [everybody, aboutDocument({ reason: 'Sent twice' })],
  restore: [everybody, aboutDocument({}, true)],
  // Of a document that a test makes up no file is stored.
  file: [everybody, 'no record'],
  files: [everybody, async (world, account) => ({ path: { dealId: await world.deal(account) } })],
  token: [everybody, async (world, account) => ({ path: { documentId: (await documentOf(world, account)).id } })],
  open: ['public', 'no record'],
  required: [everybody, aboutDeal()],
  assign: [everybody, aboutRequired(({ document }) => ({ document_id: document }))],
  unassign: [everybody, aboutRequired(({ assignment }) => ({ assignment_id: assignment }))],
  review: [
    everybody,
    async (world, account) => ({
      ...(await aboutRequired(({ assignment }) => ({ assignment_id: assignment, state: 'accepted' }))(world, account)),
      refuses: ['agent', 'agent2', 'teamlead', 'newagent'],
    }),
  ],
})
