import { closingGaps } from '../../deals/events.ts'
import { bootstrapParts } from '../../people/events.ts'
import { documentTypes } from '../rules/required.ts'
import { missingDocuments } from './commands/documents.ts'

/** Puts the kinds of documents into what every screen needs. */
export function contributeDocumentTypes(): void {
  bootstrapParts.from(async () => ({ dealDocumentTypes: documentTypes.map(({ id, name }) => ({ id, name })) }))
}

/** Says what a deal lacks before it closes. */
export function contributeGaps(): void {
  closingGaps.from(async (ctx, { deal_id }) => ({ missing: await missingDocuments(ctx, deal_id) }))
}
