import { connectMls, MlsError, type MlsHome } from '../../../integrations/mls/client.ts'
import type { HandlerExtra, Handlers } from '../../../platform/server/calls/handlers.ts'
import { claimKey, saveAnswer } from '../../../platform/server/calls/idempotency.ts'
import type { RemoteContext } from '../../../platform/server/context.ts'
import { invalid, Refusal } from '../../../platform/server/errors.ts'
import { streetOf } from '../../brokerage-listings/rules.ts'
import { addressByMls } from '../../brokerage-listings/server/queries.ts'
import { checkPdfs, storePdf } from '../../deal-documents/server/commands/files.ts'
import { mlsNumber } from '../../deals/rules/address.ts'
import { isListing } from '../../deals/rules/kinds.ts'
import type { Listing } from '../../listings/contract.ts'
import { homeFacts, offerOf, squareFeetOf } from '../../listings/rules.ts'
import { listingByNumber } from '../../listings/server/queries/listings.ts'
import type { ListingAddress, Submission, Submitted, submissionCalls } from '../contract.ts'
import { submissionSentences } from '../rules/sentences.ts'
import { checkSubmission, storeSubmission } from './commands/submit.ts'

export const submissionHandlers: Handlers<typeof submissionCalls> = {
  findByMls: (ctx, { mls }) => addressOf(ctx, mls),

  storeListing(ctx, deal, extra) {
    if (!isListing(deal.dealType)) throw invalid({ dealType: [submissionSentences.notListing] })
    return submit(ctx, 'deal-submission.storeListing', deal, extra)
  },

  storeCoop(ctx, deal, extra) {
    if (isListing(deal.dealType)) throw invalid({ dealType: [submissionSentences.notCoop] })
    return submit(ctx, 'deal-submission.storeCoop', deal, extra)
  },
}

/**
 * Checks and stores the files first and then everything else in one transaction. A process that dies in between leaves the
 * content of files that no deal names; sent again with its key, the same submission is one deal.
 */
async function submit(
  ctx: RemoteContext,
  call: string,
  deal: Submission,
  { files, header }: HandlerExtra,
): Promise<Submitted> {
  await checkSubmission(ctx, deal, files.length)
  const checked = await checkPdfs(ctx.config, files)
  for (const pdf of checked) await storePdf(ctx.config, pdf)
  const key = header('idempotency-key')
  return ctx.transaction(async tx => {
    const claim = key ? { user_id: ctx.viewer.user_id, key: key.slice(0, 200), call, input: deal } : null
    const first = claim && (await claimKey(tx.db, claim))
    if (first) return first.answer as Submitted
    const submitted = await storeSubmission(tx, deal, checked)
    if (claim) await saveAnswer(tx.db, claim, submitted)
    return submitted
  })
}

/** The brokerage's own listing first: it knows the owner; then the feed; then the service itself. */
async function addressOf(ctx: RemoteContext, given: string): Promise<ListingAddress> {
  const mls = mlsNumber(given)
  const own = await addressByMls(ctx, mls)
  const known = await listingByNumber(ctx, mls)
  if (own) return { ...own, listing: known && shownOf(known) }
  const home = await homeOf(ctx, mls)
  if (home) return { ...placeOf(home), listing: known ? shownOf(known) : shownHome(home) }
  if (known) return { ...placeOfListing(known), owner: '', listing: shownOf(known) }
  throw new Refusal('not_found', submissionSentences.unknownMls)
}

/** The listing as the service has it; `null` when there is none, or no service. A feed that knows it does without an answer. */
async function homeOf(ctx: RemoteContext, mls: string): Promise<MlsHome | null> {
  if (!ctx.config.mls) return null
  try {
    return await connectMls(ctx.config.mls).property(mls)
  } catch (error) {
    if (!(error instanceof MlsError)) throw error
    ctx.log.warn({ message: error.message }, 'a listing could not be looked up')
    if (await listingByNumber(ctx, mls)) return null
    throw new Refusal('unavailable', submissionSentences.mlsUnavailable)
  }
}

const placeOf = (home: MlsHome): Omit<ListingAddress, 'listing'> => ({
  street_number: home.StreetNumber ?? '',
  street_name: [home.StreetName, home.StreetSuffix].filter(Boolean).join(' '),
  unit_number: home.UnitNumber ?? '',
  city: (home.City ?? '').replace(/\s+[CEW]\d{2}$/, ''),
  province: 'ON',
  postal_code: home.PostalCode ?? '',
  owner: home.OwnerName ?? '',
})

function placeOfListing({ address, city, postal_code }: Listing): Omit<ListingAddress, 'listing' | 'owner'> {
  const [, unit_number = '', street = address] = /^(.+?) - (.+)$/.exec(address) ?? []
  return { ...streetOf(street), unit_number, city, province: 'ON', postal_code }
}

type Shown = NonNullable<ListingAddress['listing']>

const shownOf = (listing: Listing): Shown => ({
  property_type: listing.property_type,
  offer: listing.offer,
  price: listing.price,
  facts: homeFacts(listing),
  brokerage: listing.brokerage,
  listed_at: listing.listed_at,
  photo_base_url: listing.photo_base_url,
})

const shownHome = (home: MlsHome): Shown => ({
  property_type: home.PropertySubType ?? '',
  offer: offerOf(home.TransactionType),
  price: Math.round(home.ListPrice),
  facts: homeFacts({
    beds: home.BedroomsAboveGrade ?? 0,
    beds_plus: home.BedroomsBelowGrade ?? 0,
    baths: home.BathroomsTotalInteger ?? 0,
    sqft: squareFeetOf(home.LivingAreaRange),
  }),
  brokerage: home.ListOfficeName ?? '',
  listed_at: home.OriginalEntryTimestamp,
  photo_base_url: null,
})
