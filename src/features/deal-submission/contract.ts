import { z } from 'zod'
import { remote } from '../../platform/wire/call.ts'
import { CalendarDate, ForeignId, Id, InstantInput, line } from '../../platform/wire/fields.ts'
import { UploadIds } from '../../platform/wire/uploads.ts'
import { Offer } from '../listings/contract.ts'
import { MAX_BYTES, MAX_CLIENTS, MAX_DOCUMENTS, MAX_FILES, MAX_PERCENT, MAX_SPLITS } from './rules/limits.ts'
import { splitOptions } from './rules/splits.ts'

/** Dollars with at most cents behind the point. */
const Dollars = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine(value => Math.abs(Math.round(value * 100) - value * 100) < 1e-6, { error: 'must have at most two decimals' })

/** Which of the sent files, from 0: those of the body first, then those of `uploads`. */
const FileIndex = z
  .int()
  .min(0)
  .max(MAX_FILES - 1)

const Note = z.string().trim().max(5000)

/** Somebody on the deal, under the specification's names. */
export const SubmittedClient = z.object({
  /** The form's own number of the row; it means nothing here. */
  id: line(50).optional(),
  firstName: line(100).optional(),
  middleName: line(100).optional(),
  lastName: line(100).optional(),
  email: z
    .union([z.literal(''), z.email({ error: 'must be an e-mail address' }).max(320)])
    .nullable()
    .optional(),
  isRepeat: z.boolean().optional(),
  isPersonal: z.boolean().optional(),
  isOnCRM: z.boolean().optional(),
  /** The lead that the client is, as its id or as a record with one. */
  leadId: Id.nullable().optional(),
  lead: z
    .union([Id, z.object({ id: Id })])
    .nullable()
    .optional(),
})
export type SubmittedClient = z.output<typeof SubmittedClient>

/** A part of the commission: of an agent, or of a party that `agentOption` names. */
export const SubmittedSplit = z.object({
  agentOption: z.enum(splitOptions).nullable().optional(),
  agentId: Id.nullable().optional(),
  percentage: z.int({ error: 'must be a whole number' }).min(0).max(MAX_PERCENT),
  notes: line(300).optional(),
})
export type SubmittedSplit = z.output<typeof SubmittedSplit>

/** Something that the deal needs, and what the person says of it. */
export const SubmittedDocument = z.object({
  title: line(200).min(1, { error: 'must not be empty' }),
  isSubmitted: z.boolean(),
  isRequired: z.boolean().optional(),
  isCustom: z.boolean().optional(),
  /** Which of the sent files it is, from 0; nothing when the office sorts it out. */
  file: FileIndex.nullable().optional(),
})
export type SubmittedDocument = z.output<typeof SubmittedDocument>

/** The deal form, as it travels. Days are yyyy-MM-dd, amounts dollars, the commission percents. */
export const Submission = z.object({
  dealType: z.int().min(1).max(6),
  transactionType: line(40).optional(),
  mls: line(30).optional(),
  street_number: line(20).min(1, { error: 'must not be empty' }),
  street_name: line(120).min(1, { error: 'must not be empty' }),
  unit_number: line(20).optional(),
  city: line(80).min(1, { error: 'must not be empty' }),
  province: line(40).optional(),
  postal_code: line(12).optional(),
  acceptedPrice: Dollars.refine(value => value > 0, { error: 'must be above 0' }),
  depositAmount: Dollars.nullable().optional(),
  offerDate: CalendarDate.nullable().optional(),
  closingDate: CalendarDate.nullable().optional(),
  commission: z.number().min(0).max(MAX_PERCENT).nullable().optional(),
  totalCommission: Dollars.nullable().optional(),
  coopAgentFirstName: line(100).optional(),
  coopAgentLastName: line(100).optional(),
  coopBrokerage: line(200).optional(),
  /** Draft to Firm; a deal is closed by the office, after its documents are in place. */
  dealStatus: z.int().min(1).max(4).optional(),
  listingOwners: line(300).optional(),
  notes: Note.optional(),
  clients: z.array(SubmittedClient).max(MAX_CLIENTS).optional(),
  commission_splits: z.array(SubmittedSplit).max(MAX_SPLITS),
  requiredDocuments: z.array(SubmittedDocument).max(MAX_DOCUMENTS).optional(),
  /** The loop that it was filled from, and which files are documents of it in which edition. */
  loopId: ForeignId.nullable().optional(),
  /** When it was read: what changes in it later is shown on the deal. */
  loopReadAt: InstantInput.nullable().optional(),
  loopFiles: z
    .array(z.object({ file: FileIndex, id: ForeignId, revision: line(60) }))
    .max(MAX_FILES)
    .optional(),
  uploads: UploadIds,
})
export type Submission = z.output<typeof Submission>

/** What became of a submission. */
export const Submitted = z.object({
  id: Id,
  /** The number of the submission. */
  dsId: z.int().nullable(),
  /** Where the deal is. */
  url: z.string(),
})
export type Submitted = z.output<typeof Submitted>

/** Where a listing is and whose it is, to begin the form with. */
export const ListingAddress = z.object({
  street_number: z.string(),
  street_name: z.string(),
  unit_number: z.string(),
  city: z.string(),
  province: z.string(),
  postal_code: z.string(),
  owner: z.string(),
  /** What else the listing service says of it; `null` for a home that only the brokerage knows. */
  listing: z
    .object({
      property_type: z.string(),
      offer: Offer,
      price: z.int(),
      facts: z.string(),
      brokerage: z.string(),
      listed_at: z.string(),
      photo_base_url: z.string().nullable(),
    })
    .nullable(),
})
export type ListingAddress = z.output<typeof ListingAddress>

const right = 'deals_access'
const submission = {
  right,
  input: Submission,
  output: Submitted,
  files: 'files',
  creates: true,
  // Each value of a list is a field of the form.
  upload: { files: MAX_FILES, fields: 900, bytes: MAX_BYTES },
} as const

export const submissionCalls = {
  findByMls: remote('listingAddress/findByMLSNumber/:mls', {
    right,
    method: 'GET',
    params: z.object({ mls: line(30).min(1) }),
    output: ListingAddress,
    summary:
      'Where the listing with an MLS number is and whose it is: one of the brokerage, of the feed, or of the service.',
  }),
  storeListing: remote('listing-deals/store', {
    ...submission,
    summary:
      'Submits a deal of a listing of the brokerage, with its clients, splits, documents and files, whole or not at all. Its PDF files are sent as `files[]`, or before, piece by piece, as `uploads[]`.',
  }),
  storeCoop: remote('coop-deals/store', {
    ...submission,
    summary: 'Submits a co-op deal, a referral or a pre-construction sale in the same way.',
  }),
}
