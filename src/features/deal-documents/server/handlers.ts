import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { forbidden, invalid, notFound } from '../../../platform/server/errors.ts'
import { dealAddress } from '../../deals/rules/address.ts'
import { mayChangeDeal, requireDeal } from '../../deals/server/queries/reach.ts'
import type { DealDocument, dealDocumentCalls } from '../contract.ts'
import {
  addDocuments,
  assignPages,
  lockOpenDeal,
  newEditions,
  renameDocument,
  requiredDocuments,
  restoreDocument,
  withdrawDocument,
  withLoops,
} from './commands/documents.ts'
import { checkPdfs, storePdf } from './commands/files.ts'
import { reviewPages, unassignPages } from './commands/review.ts'
import { documentById, documentsOf, requireDocument, type StoredDocument } from './queries.ts'
import { archiveOf, checkLink, fileOf, makeLink } from './remote/contents.ts'

export const dealDocumentHandlers: Handlers<typeof dealDocumentCalls> = {
  async list(ctx, { id }) {
    const deal = await requireDeal(ctx, id)
    const documents = await documentsOf(ctx, id)
    return {
      trade_id: deal.trade_number,
      street_number: deal.street_number,
      street_name: deal.street_name,
      ...(deal.street_direction ? { street_direction: deal.street_direction } : {}),
      ...(deal.unit ? { suite_number: deal.unit } : {}),
      documents: documents.map(shown),
      is_scanned: ctx.config.clamd !== null,
    }
  },

  async upload(ctx, { dealId, loop_files = [] }, { files }) {
    const deal = await requireDeal(ctx, dealId)
    if (!mayChangeDeal(ctx.viewer, deal))
      throw forbidden('This deal is closed. Only the deals office can change its documents.')
    if (files.length === 0) throw invalid({ files: ['Choose at least one PDF.'] })
    const checked = await checkPdfs(ctx.config, files)
    for (const pdf of checked) await storePdf(ctx.config, pdf)
    return ctx.transaction(async tx => {
      await lockOpenDeal(tx, dealId)
      const ids = await addDocuments(tx, dealId, await newEditions(tx, dealId, withLoops(checked, loop_files)))
      const documents = await documentsOf(tx, dealId)
      return documents.filter(({ id }) => ids.includes(id)).map(shown)
    })
  },

  async rename(ctx, { dealId, id, file_name }) {
    await renameDocument(ctx, dealId, id, file_name)
    return shown(await requireDocument(ctx, dealId, id))
  },

  async remove(ctx, { dealId, id, reason = '' }) {
    await withdrawDocument(ctx, dealId, id, reason)
    return {}
  },

  async restore(ctx, { dealId, id }) {
    await restoreDocument(ctx, dealId, id)
    return shown(await requireDocument(ctx, dealId, id))
  },

  async file(ctx, { dealId, id }, { sendFile }) {
    await requireDeal(ctx, dealId)
    sendFile(await fileOf(ctx.config, await requireDocument(ctx, dealId, id)))
    return {}
  },

  async files(ctx, { dealId }, { sendFile }) {
    const deal = await requireDeal(ctx, dealId)
    sendFile(archiveOf(ctx.config, await documentsOf(ctx, dealId), dealAddress({ ...deal, suite_number: deal.unit })))
    return {}
  },

  async token(ctx, { documentId }) {
    const document = await documentById(ctx, documentId)
    if (!document || document.withdrawn_at !== null || !(await reaches(ctx, document))) throw notFound('document')
    return makeLink(ctx.config, { id: documentId, now: ctx.now })
  },

  async open(ctx, { documentId, token }, { sendFile }) {
    checkLink(ctx.config, token, { id: documentId, now: ctx.now })
    const document = await documentById(ctx, documentId)
    if (!document || document.withdrawn_at !== null) throw notFound('document')
    sendFile(await fileOf(ctx.config, document, true))
    return {}
  },

  async required(ctx, { id }) {
    await requireDeal(ctx, id)
    return requiredDocuments(ctx, id)
  },

  async assign(ctx, { dealId, id, ...pages }) {
    await assignPages(ctx, dealId, id, pages)
    return requiredDocuments(ctx, dealId)
  },

  async unassign(ctx, { dealId, id, assignment_id }) {
    await unassignPages(ctx, { dealId, id, assignment_id })
    return requiredDocuments(ctx, dealId)
  },

  async review(ctx, { dealId, id, assignment_id, state, reason = '' }) {
    await reviewPages(ctx, { dealId, id, assignment_id }, { state, reason })
    return requiredDocuments(ctx, dealId)
  },
}

const shown = ({ id, name, size, lastModified, pages, scan, author }: StoredDocument): DealDocument => ({
  id,
  name,
  size,
  lastModified,
  pages,
  scan,
  author,
})

/** Whether the viewer reaches the deal of a document: what they do not reach does not exist. */
const reaches = (ctx: ReadContext, { deal_id }: StoredDocument): Promise<boolean> =>
  requireDeal(ctx, deal_id).then(
    () => true,
    () => false,
  )
