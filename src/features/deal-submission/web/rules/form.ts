import { z } from 'zod'
import { documentsFor } from '../../../deal-documents/rules/required.ts'
import { clientName, clientTitleName } from '../../../deals/rules/clients.ts'
import { isLease, isListing } from '../../../deals/rules/kinds.ts'
import type { ListingAddress } from '../../contract.ts'
import { MAX_PERCENT } from '../../rules/limits.ts'
import { commissionPercent, readPercentage, totalCommission } from '../../rules/splits.ts'

const FormClient = z.object({
  /** Of the row. */
  id: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isRepeat: z.boolean(),
  isPersonal: z.boolean(),
  isOnCRM: z.boolean(),
  leadId: z.int().nullable(),
})
/** Somebody on the deal, as the form holds them. */
export type FormClient = z.output<typeof FormClient>

const FormSplit = z.object({
  id: z.string(),
  /** An agent, or one of the parties without one. */
  agentOption: z.enum(['agent', 'brokerage', 'coop']),
  agentId: z.int().nullable(),
  name: z.string(),
  percentage: z.int(),
  notes: z.string(),
})
/** A part of the commission, as the form holds it. */
export type FormSplit = z.output<typeof FormSplit>

const DealForm = z.object({
  transactionType: z.enum(['Listing', 'Co-op']),
  dealType: z.int().min(1).max(6),
  mls: z.string(),
  street_number: z.string(),
  street_name: z.string(),
  unit_number: z.string(),
  city: z.string(),
  province: z.string(),
  postal_code: z.string(),
  listingOwners: z.string(),
  acceptedPrice: z.number().nullable(),
  depositAmount: z.number().nullable(),
  offerDate: z.string(),
  closingDate: z.string(),
  dealStatus: z.int().min(1).max(4),
  coopAgentFirstName: z.string(),
  coopAgentLastName: z.string(),
  coopBrokerage: z.string(),
  commission: z.number().nullable(),
  totalCommission: z.number().nullable(),
  commission_splits: z.array(FormSplit),
  clients: z.array(FormClient),
  /** Titles that the person added to what the type of the deal needs. */
  customDocuments: z.array(z.string()),
  /** Titles that are said to be with the office already. */
  statedDocuments: z.array(z.string()),
  notes: z.string(),
  loopId: z.int().nullable(),
  /** When the loop was read. */
  loopReadAt: z.string().nullable().default(null),
})
/** What is typed into the form of a deal; kept on the device until it is sent. */
export type DealForm = z.output<typeof DealForm>

/** Reads a kept draft; `null` for one of another version. */
export const parseDealForm = (stored: unknown): DealForm | null => DealForm.safeParse(stored).data ?? null

/** A form with nothing in it but the commission, which goes to whoever submits it. */
export function emptyDealForm(agent: { id: number; name: string } | null): DealForm {
  return {
    transactionType: 'Co-op',
    dealType: 3,
    mls: '',
    street_number: '',
    street_name: '',
    unit_number: '',
    city: '',
    province: 'ON',
    postal_code: '',
    listingOwners: '',
    acceptedPrice: null,
    depositAmount: null,
    ...{
      offerDate: '',
      closingDate: '',
      dealStatus: 2,
      coopAgentFirstName: '',
      coopAgentLastName: '',
      coopBrokerage: '',
    },
    commission: null,
    totalCommission: null,
    clients: [],
    customDocuments: [],
    statedDocuments: [],
    notes: '',
    loopId: null,
    loopReadAt: null,
    commission_splits: [
      agent
        ? { ...newSplit(), agentOption: 'agent', agentId: agent.id, name: agent.name, percentage: MAX_PERCENT }
        : { ...newSplit(), percentage: MAX_PERCENT },
    ],
  }
}

let rows = 0
const rowId = () => `${Date.now().toString(36)}-${++rows}`

/** A part of the commission for the brokerage, until somebody chooses who gets it. */
export const newSplit = (): FormSplit => ({
  id: rowId(),
  agentOption: 'brokerage',
  agentId: null,
  name: 'Brokerage',
  percentage: 0,
  notes: '',
})

/** Somebody who is not on the CRM yet. */
export const newClient = (fields: Partial<FormClient> = {}): FormClient => ({
  id: rowId(),
  firstName: '',
  middleName: '',
  lastName: '',
  email: '',
  isRepeat: false,
  isPersonal: false,
  isOnCRM: false,
  leadId: null,
  ...fields,
})

/** The types of deal that each kind of transaction offers; those of the other are kept as far as they fit. */
export function withTransaction(form: DealForm, transactionType: DealForm['transactionType']): DealForm {
  if (transactionType === form.transactionType) return form
  const lease = isLease(form.dealType)
  const dealType = transactionType === 'Listing' ? (lease ? 2 : 1) : lease ? 4 : 3
  return { ...form, transactionType, dealType }
}

/** A type of deal, with the kind of transaction that it is. */
export const withDealType = (form: DealForm, dealType: number): DealForm => ({
  ...form,
  dealType,
  transactionType: isListing(dealType) ? 'Listing' : 'Co-op',
})

/** The address and owner of a listing that was found. */
export const withListing = (form: DealForm, { owner, listing, ...address }: ListingAddress): DealForm => ({
  ...form,
  ...address,
  province: address.province || 'ON',
  listingOwners: owner,
  ...(listing && form.transactionType === 'Co-op' && !form.coopBrokerage && { coopBrokerage: listing.brokerage }),
})

/** The form after a number that is not known: neither address nor owner of another home stay. */
export const withoutListing = (form: DealForm): DealForm => ({
  ...form,
  ...{
    street_number: '',
    street_name: '',
    unit_number: '',
    city: '',
    province: 'ON',
    postal_code: '',
    listingOwners: '',
  },
})

/** A price, and the commission in dollars that follows from it. */
export const withPrice = (form: DealForm, acceptedPrice: number | null): DealForm => ({
  ...form,
  acceptedPrice,
  totalCommission:
    acceptedPrice !== null && form.commission !== null
      ? totalCommission(acceptedPrice, form.commission)
      : form.totalCommission,
})

/** A commission in percent, and in dollars. */
export const withCommission = (form: DealForm, commission: number | null): DealForm => ({
  ...form,
  commission,
  totalCommission:
    commission !== null && form.acceptedPrice !== null ? totalCommission(form.acceptedPrice, commission) : null,
})

/** A commission in dollars, and in percent. */
export const withTotal = (form: DealForm, total: number | null): DealForm => ({
  ...form,
  totalCommission: total,
  commission: total !== null && form.acceptedPrice !== null ? commissionPercent(form.acceptedPrice, total) : null,
})

/** A split with the percentage as it is typed: the whole number that it begins with. */
export const withPercentage = (split: FormSplit, typed: string | number): FormSplit => ({
  ...split,
  percentage: readPercentage(typed),
})

/** The whole name of a client. */
export const formClientName = ({ firstName, lastName }: Pick<FormClient, 'firstName' | 'lastName'>): string =>
  clientName({ first_name: firstName, last_name: lastName })

/** A file that was chosen for the deal, and the document that it is. */
export interface FormFile {
  id: string
  file: File
  /** `null` while nobody said which document it is. */
  title: string | null
  /** The document of a loop that it is, and in which edition. */
  loop: { id: number; revision: string } | null
}

/** A document in the form. */
export interface FormDocument {
  title: string
  isRequired: boolean
  isCustom: boolean
  isSubmitted: boolean
  file: FormFile | null
}

/** What the deal needs, in its order, with the files that are there. */
export function documentsOf(form: DealForm, files: readonly FormFile[]): FormDocument[] {
  const people = form.clients.map(({ firstName, lastName }, at) => ({
    id: at + 1,
    name: clientTitleName({ first_name: firstName, last_name: lastName }, at),
  }))
  const needed = documentsFor(form.dealType, people).map(({ title, is_required }) => ({
    title,
    isRequired: is_required,
    isCustom: false,
  }))
  const custom = form.customDocuments.map(title => ({ title, isRequired: false, isCustom: true }))
  return [...needed, ...custom].map(one => {
    const file = files.find(({ title }) => title === one.title) ?? null
    return { ...one, file, isSubmitted: file !== null || form.statedDocuments.includes(one.title) }
  })
}

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/([a-z])(\d)/g, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter(word => word.length > 2 && word !== 'pdf' && word !== 'and')

/** What the forms of the province are called by their numbers. */
const formNumbers: Readonly<Record<string, string>> = {
  320: 'Confirmation of co-operation',
  100: 'Agreement of purchase and sale',
}

/** The document that a file seems to be, by its name, among those that have none yet; `null` when it says nothing. */
export function guessTitle(fileName: string, documents: readonly FormDocument[]): string | null {
  const words = wordsIn(fileName)
  const byNumber = formNumbers[words.find(word => formNumbers[word]) ?? '']
  const open = documents.filter(({ file }) => file === null)
  if (byNumber) return open.find(({ title }) => title === byNumber)?.title ?? null
  const scored = open.map(({ title }) => {
    const own = wordsIn(title)
    return {
      title,
      score: own.filter(word => words.some(one => one.startsWith(word) || word.startsWith(one))).length / own.length,
    }
  })
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score >= 0.5 ? best.title : null
}

/** The parts of the form. */
export const steps = ['Property', 'Offer', 'Clients', 'Commission', 'Documents'] as const
export type Step = (typeof steps)[number]

/** How far a part is, from 0 to 1. */
export function stepProgress(form: DealForm, documents: readonly FormDocument[], step: Step): number {
  const share = (values: readonly unknown[]) => values.filter(Boolean).length / values.length
  switch (step) {
    case 'Property':
      return share([form.street_number, form.street_name, form.city])
    case 'Offer':
      return share([form.acceptedPrice, form.offerDate, form.closingDate])
    case 'Clients':
      return form.clients.some(client => formClientName(client)) ? 1 : 0
    case 'Commission':
      return share([form.totalCommission !== null, splitSum(form) === MAX_PERCENT])
    case 'Documents': {
      const required = documents.filter(({ isRequired }) => isRequired)
      return required.length === 0 ? 1 : share(required.map(({ isSubmitted }) => isSubmitted))
    }
  }
}

const splitSum = ({ commission_splits }: DealForm) => commission_splits.reduce((sum, one) => sum + one.percentage, 0)

/** What a deal that is sent still lacks, in words; `null` when it may be sent. */
export function whyNot(form: DealForm): string | null {
  if (!form.street_number.trim() || !form.street_name.trim() || !form.city.trim()) return 'The address is missing'
  if (!form.acceptedPrice) return 'The accepted price is missing'
  if (form.totalCommission === null && form.commission === null) return 'The commission is missing'
  return null
}
