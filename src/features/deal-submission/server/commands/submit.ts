import type { RemoteContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid } from '../../../../platform/server/errors.ts'
import { parseInstant } from '../../../../platform/wire/fields.ts'
import { documentsFor, type WantedDocument } from '../../../deal-documents/rules/required.ts'
import {
  addDocuments,
  addRequiredDocuments,
  type NewDocument,
} from '../../../deal-documents/server/commands/documents.ts'
import { insertAssignment } from '../../../deal-documents/server/queries.ts'
import { dealPath, mlsNumber } from '../../../deals/rules/address.ts'
import { clientTitleName } from '../../../deals/rules/clients.ts'
import { centsOf, rateOfPercent } from '../../../deals/rules/commission.ts'
import { createDeal, type NewClient, type NewSplit } from '../../../deals/server/commands/deals.ts'
import { lookingUp } from '../../../deals/server/commands/matching.ts'
import { matchLeads } from '../../../deals/server/queries/candidates.ts'
import { tieLoop } from '../../../loops/server/commands/changes.ts'
import { profileOf } from '../../../loops/server/queries/accounts.ts'
import { agentsByIds } from '../../../people/server/queries/users.ts'
import type { Submission, Submitted, SubmittedClient, SubmittedDocument } from '../../contract.ts'
import { submissionSentences } from '../../rules/sentences.ts'
import { isSameCommission, sumOfSplits } from '../../rules/splits.ts'

/** A file of the submission whose content was checked and is stored. */
export type StoredFile = Pick<NewDocument, 'hash' | 'size' | 'pages' | 'name'>

/** Says what is wrong with a submission that its schema lets through. */
export async function checkSubmission(ctx: RemoteContext, deal: Submission, fileCount: number): Promise<void> {
  if (sumOfSplits(deal.commission_splits) !== 100) throw invalid({ commission_splits: [submissionSentences.splits] })
  const { acceptedPrice, commission, totalCommission } = deal
  if (commission != null && totalCommission != null && !isSameCommission(acceptedPrice, commission, totalCommission))
    throw invalid({ totalCommission: ['The commission in percent and the total commission differ.'] })
  if (commission == null && totalCommission == null) throw invalid({ commission: ['commission is required.'] })
  const files = (deal.requiredDocuments ?? []).flatMap(({ file }) => file ?? [])
  if ([...files, ...(deal.loopFiles ?? []).map(({ file }) => file)].some(file => file >= fileCount))
    throw invalid({ requiredDocuments: ['A document names a file that was not sent.'] })
  if (deal.commission_splits.some(({ agentOption, agentId }) => agentOption === 'agent' && agentId == null))
    throw invalid({ commission_splits: [submissionSentences.splitWithoutAgent] })
  const named = deal.commission_splits.flatMap(({ agentId }) => agentId ?? [])
  const known = new Set((await agentsByIds(ctx.db, named)).map(({ id }) => id))
  if (named.some(id => !known.has(id)))
    throw invalid({ commission_splits: ['A split names an agent who does not exist.'] })
  const leads = leadIdsOf(deal)
  const reached = new Set((await matchLeads(lookingUp(ctx), leads)).map(({ id }) => id))
  if (leads.some(id => !reached.has(id)))
    throw invalid({ clients: ['A client is matched to a lead that does not exist or that you do not have access to.'] })
}

const leadIdOf = ({ leadId, lead }: SubmittedClient): number | null =>
  leadId ?? (typeof lead === 'object' ? (lead?.id ?? null) : (lead ?? null))

const leadIdsOf = ({ clients = [] }: Submission): number[] => [
  ...new Set(clients.flatMap(client => leadIdOf(client) ?? [])),
]

/** Stores the deal with all that belongs to it, in the caller's transaction. */
export async function storeSubmission(
  ctx: WriteContext,
  deal: Submission,
  files: readonly StoredFile[],
): Promise<Submitted> {
  const { clients = [], commission_splits } = deal
  const { id, ds_id, client_ids } = await createDeal(ctx, {
    ...columnsOf(deal),
    agent_id: ctx.viewer.agent_id ?? commission_splits.find(({ agentId }) => agentId != null)?.agentId ?? null,
    is_submission: true,
    clients: clients.map(clientOf),
    splits: commission_splits.map(splitOf),
  })
  const documents = await addDocuments(ctx, id, files.map(withSource(deal)))
  const people = clients.map(({ firstName = '', lastName = '' }, at) => ({
    id: client_ids[at] ?? 0,
    name: clientTitleName({ first_name: firstName, last_name: lastName }, at),
  }))
  const wanted = mergedDocuments(documentsFor(deal.dealType, people), deal.requiredDocuments ?? [])
  const required = await addRequiredDocuments(
    ctx,
    id,
    wanted.map(({ file: _file, ...one }) => one),
  )
  for (const [at, { file }] of wanted.entries()) {
    const [required_id, document_id, stored] = [required[at], documents[file ?? -1], files[file ?? -1]]
    if (required_id !== undefined && document_id !== undefined && stored)
      await insertAssignment(ctx, { required_id, document_id, first_page: 1, last_page: stored.pages })
  }
  await tieToLoop(ctx, deal, id)
  return { id, dsId: ds_id, url: dealPath(id) }
}

/** A loop is one deal: whoever imports it again goes on with that one. Without the account that has the loop nothing is tied. */
async function tieToLoop(ctx: WriteContext, { loopId, loopReadAt }: Submission, dealId: number): Promise<void> {
  const profileId = loopId == null ? null : await profileOf(ctx)
  if (loopId == null || profileId === null) return
  const readAt = loopReadAt == null ? null : parseInstant(loopReadAt)
  const first = await tieLoop(ctx, { profileId, loopId, readAt }, dealId)
  if (first !== dealId) throw conflict('This loop was submitted as a deal already.', { deal_id: first })
}

function columnsOf(deal: Submission) {
  const { totalCommission, commission, depositAmount } = deal
  return {
    type: deal.dealType,
    ...(deal.dealStatus !== undefined && { status: deal.dealStatus }),
    mls_number: mlsNumber(deal.mls ?? '') || null,
    street_number: deal.street_number,
    street_name: deal.street_name,
    unit: deal.unit_number ?? '',
    city: deal.city,
    province: deal.province || 'ON',
    postal_code: deal.postal_code ?? '',
    price: centsOf(deal.acceptedPrice),
    deposit: depositAmount == null ? null : centsOf(depositAmount),
    commission_rate: commission == null ? null : rateOfPercent(commission),
    ...(totalCommission != null && { gross: centsOf(totalCommission) }),
    offer_date: deal.offerDate ?? null,
    close_date: deal.closingDate ?? null,
    coop_first_name: deal.coopAgentFirstName ?? '',
    coop_last_name: deal.coopAgentLastName ?? '',
    coop_brokerage: deal.coopBrokerage ?? '',
    listing_owners: deal.listingOwners ?? '',
    notes: deal.notes ?? '',
  }
}

const clientOf = (client: SubmittedClient): NewClient => ({
  first_name: client.firstName ?? '',
  middle_name: client.middleName ?? '',
  last_name: client.lastName ?? '',
  email: client.email ?? null,
  is_repeat: client.isRepeat ?? false,
  is_personal: client.isPersonal ?? false,
  lead_id: leadIdOf(client),
})

function splitOf({ agentId, agentOption, percentage, notes = '' }: Submission['commission_splits'][number]): NewSplit {
  const rest = { rate: rateOfPercent(percentage), notes }
  if (agentId != null) return { ...rest, party: 'agent', agent_id: agentId }
  return { ...rest, party: agentOption === 'coop' ? 'coop' : 'brokerage' }
}

const withSource =
  ({ loopFiles = [] }: Submission) =>
  (stored: StoredFile, at: number): NewDocument => {
    const source = loopFiles.find(({ file }) => file === at)
    return { ...stored, source: source ? { name: 'dotloop', id: String(source.id), revision: source.revision } : null }
  }

interface MergedDocument extends WantedDocument {
  is_submitted: boolean
  is_custom: boolean
  file: number | null
}

/** What the type of the deal needs, with what the person said of each, and what they added themselves. */
function mergedDocuments(needed: readonly WantedDocument[], sent: readonly SubmittedDocument[]): MergedDocument[] {
  const titles = new Set(needed.map(({ title }) => title))
  const said = (title: string) => sent.find(one => one.title === title)
  return [
    ...needed.map(one => {
      const { isSubmitted = false, file = null } = said(one.title) ?? {}
      return { ...one, is_submitted: isSubmitted, is_custom: false, file: file ?? null }
    }),
    ...sent
      .filter(({ title }) => !titles.has(title))
      .map(({ title, isSubmitted, isRequired = false, file = null }) => ({
        title,
        is_required: isRequired,
        client_id: null,
        is_submitted: isSubmitted,
        is_custom: true,
        file,
      })),
  ]
}
