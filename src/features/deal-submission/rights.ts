import { PDFDocument } from '@cantoo/pdf-lib'
import { defineRights, everybody, type Request } from '../../testing/rights.ts'
import { submissionCalls } from './contract.ts'

/** The fields of a valid submission, as a form has them. */
export const submissionFields = (dealType: number): Record<string, string> => ({
  dealType: String(dealType),
  transactionType: dealType <= 2 ? 'Listing' : 'Co-op',
  street_number: '38',
  street_name: 'Stadium Rd',
  unit_number: '1208',
  city: 'Toronto',
  province: 'ON',
  acceptedPrice: '1149000',
  depositAmount: '57450',
  commission: '2.5',
  totalCommission: '28725',
  offerDate: '2026-11-18',
  closingDate: '2027-01-29',
  'clients[0][firstName]': 'Amara',
  'clients[0][lastName]': 'Okafor',
  'clients[0][isRepeat]': '0',
  'commission_splits[0][agentOption]': 'brokerage',
  'commission_splits[0][percentage]': '100',
})

/** A PDF of one page. */
export async function smallPdf(): Promise<Blob> {
  const document = await PDFDocument.create()
  document.addPage([200, 200])
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}

/** A form with these fields, and with these files. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  files: readonly (readonly [string, Blob])[] = [],
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [at, [name, file]] of files.entries()) form.append(`files[${at}]`, file, name)
  return form
}

const submission =
  (dealType: number): Request =>
  async () => ({ form: formOf(submissionFields(dealType), [['Form320.pdf', await smallPdf()]]) })

const aboutHome: Request = async world => {
  await world.home()
  return { path: { mls: 'T1' } }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(submissionCalls, {
  findByMls: [everybody, aboutHome],
  storeListing: [everybody, submission(1)],
  storeCoop: [everybody, submission(3)],
})
