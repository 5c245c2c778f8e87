import type { Change, QueryContext, ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts'
import { dealAudience, lockDeal, mayChangeDeal } from '../../../deals/server/queries/reach.ts'
import type { LoopDocument, RequiredDocument } from '../../contract.ts'
import { documentName } from '../../rules/documents.ts'
import { isInPlace, stateOf } from '../../rules/required.ts'
import {
  documentById,
  documentsOf,
  editionsOf,
  insertAssignment,
  insertDocuments,
  insertFiles,
  insertRequired,
  isThereAgain,
  type RequiredColumns,
  requireDocument,
  requiredOf,
  updateName,
  updateWithdrawal,
} from '../queries.ts'
import type { CheckedPdf } from './files.ts'

/** A stored PDF that becomes a document of a deal. */
export interface NewDocument extends Pick<CheckedPdf, 'hash' | 'size' | 'pages'> {
  /** `unscanned` when it is not said. */
  scan?: CheckedPdf['scan']
  name: string
  /** The document of another service that it was imported from. */
  source?: { name: string; id: string; revision: string } | null
}

/** The service whose documents loops have. */
const DOTLOOP = 'dotloop'

/** Says of files which document of a loop they are. */
export const withLoops = (files: readonly NewDocument[], loops: readonly LoopDocument[]): NewDocument[] =>
  files.map((file, at) => {
    const loop = loops.find(one => one.file === at)
    return loop ? { ...file, source: { name: DOTLOOP, id: String(loop.id), revision: loop.revision } } : file
  })

/** Those that a locked deal does not have yet: what came from elsewhere counts by document and edition. */
export async function newEditions(
  ctx: Change,
  dealId: number,
  documents: readonly NewDocument[],
): Promise<NewDocument[]> {
  const known = new Set((await editionsOf(ctx, dealId)).map(edition => JSON.stringify(edition)))
  return documents.filter(({ source }) => {
    if (!source) return true
    const edition = JSON.stringify({ source: source.name, source_id: source.id, source_revision: source.revision })
    return !known.has(edition) && known.add(edition)
  })
}

/** Adds documents whose content is stored already, in the caller's transaction; answers their ids in order. */
export async function addDocuments(ctx: Change, dealId: number, documents: readonly NewDocument[]): Promise<number[]> {
  await insertFiles(ctx, documents)
  const ids = await insertDocuments(
    ctx,
    dealId,
    documents.map(({ hash, name, source = null }) => ({
      hash,
      name: documentName(name),
      source: source?.name ?? null,
      source_id: source?.id ?? null,
      source_revision: source?.revision ?? null,
    })),
  )
  for (const [at, { name, hash }] of documents.entries())
    ctx.audit({ subject: 'deal_document', subject_id: ids[at] ?? null, after: { deal_id: dealId, name, hash } })
  await publishDocuments(ctx, dealId)
  return ids
}

/** Something that a new deal needs; `is_submitted` is what the person said of it. */
export type NewRequired = Pick<RequiredColumns, 'title' | 'is_required'> & Partial<RequiredColumns>

/** Says what a deal needs before it closes, in the caller's transaction; answers the ids in order. */
export const addRequiredDocuments = (
  ctx: Change,
  dealId: number,
  required: readonly NewRequired[],
): Promise<number[]> =>
  insertRequired(
    ctx,
    dealId,
    required.map(one => ({ is_custom: false, is_submitted: false, client_id: null, ...one })),
  )

/** Has the browsers of everybody on a deal look at its documents again. */
export async function publishDocuments(ctx: Change, dealId: number): Promise<void> {
  const audience = await dealAudience(ctx, [dealId])
  ctx.changed('deal-documents', [dealId], audience)
  ctx.changed('deals', [dealId], audience)
}

/** Locks a deal whose documents the viewer may change. */
export async function lockOpenDeal(ctx: WriteContext, dealId: number): Promise<void> {
  const deal = await lockDeal(ctx, dealId)
  if (!mayChangeDeal(ctx.viewer, deal))
    throw forbidden('This deal is closed. Only the deals office can change its documents.')
}

/** Gives a document another name. */
export async function renameDocument(ctx: WriteContext, dealId: number, id: number, text: string): Promise<void> {
  await lockOpenDeal(ctx, dealId)
  const before = await requireDocument(ctx, dealId, id)
  const name = documentName(text)
  await updateName(ctx, id, name)
  ctx.audit({ subject: 'deal_document', subject_id: id, before: { name: before.name }, after: { name } })
  await publishDocuments(ctx, dealId)
}

/** Withdraws a document. Its content stays for as long as the record of the trade has to. */
export async function withdrawDocument(ctx: WriteContext, dealId: number, id: number, reason: string): Promise<void> {
  await lockOpenDeal(ctx, dealId)
  const { name } = await requireDocument(ctx, dealId, id)
  await updateWithdrawal(ctx, id, { reason })
  ctx.audit({ subject: 'deal_document', subject_id: id, before: { name }, after: { withdrawn: true, reason } })
  await publishDocuments(ctx, dealId)
}

/** Takes the withdrawal of a document back. */
export async function restoreDocument(ctx: WriteContext, dealId: number, id: number): Promise<void> {
  await lockOpenDeal(ctx, dealId)
  const document = await documentById(ctx, id)
  if (document?.deal_id !== dealId) throw notFound('document')
  if (await isThereAgain(ctx, id)) throw conflict('This document was added from the loop again.')
  await updateWithdrawal(ctx, id, null)
  ctx.audit({ subject: 'deal_document', subject_id: id, after: { withdrawn: false, name: document.name } })
  await publishDocuments(ctx, dealId)
}

/** What a deal needs, with how each stands. */
export async function requiredDocuments(ctx: Pick<QueryContext, 'db'>, dealId: number): Promise<RequiredDocument[]> {
  const [required, documents] = await Promise.all([requiredOf(ctx, dealId), documentsOf(ctx, dealId)])
  return required.map(one => ({ ...one, state: stateOf(one, one.assignments, documents.length > 0) }))
}

/** The titles of what a deal still lacks before it may close. */
export async function missingDocuments(ctx: ReadContext, dealId: number): Promise<string[]> {
  const required = await requiredDocuments(ctx, dealId)
  return required.filter(one => one.is_required && !isInPlace(one.state)).map(({ title }) => title)
}

/** Pages of a document; all of them when not said. */
export interface WantedPages {
  document_id: number
  first_page?: number | undefined
  last_page?: number | undefined
}

/** Says that pages of a document are what the deal needs. Nothing is copied: several needs may point into one scan. */
export async function assignPages(ctx: WriteContext, dealId: number, requiredId: number, wanted: WantedPages) {
  await lockOpenDeal(ctx, dealId)
  const required = await requireRequired(ctx, dealId, requiredId)
  const document = await requireDocument(ctx, dealId, wanted.document_id)
  const { first_page = 1, last_page = document.pages } = wanted
  if (last_page < first_page || last_page > document.pages)
    throw invalid({ last_page: [`${document.name} has ${document.pages} pages.`] })
  const isThere = required.assignments.some(
    one => one.document_id === document.id && one.first_page === first_page && one.last_page === last_page,
  )
  if (!isThere)
    await insertAssignment(ctx, { required_id: requiredId, document_id: document.id, first_page, last_page })
  ctx.audit({
    subject: 'required_document',
    subject_id: requiredId,
    after: { title: required.title, document: document.name, first_page, last_page },
  })
  await publishDocuments(ctx, dealId)
}

/** Something that a deal needs; refused when there is none such. */
export async function requireRequired(ctx: QueryContext, dealId: number, id: number) {
  const required = (await requiredOf(ctx, dealId)).find(one => one.id === id)
  if (!required) throw notFound('document')
  return required
}
