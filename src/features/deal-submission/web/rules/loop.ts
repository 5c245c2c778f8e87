import { isCalendarDate } from '../../../../platform/wire/fields.ts'
import type { LoopClient, LoopDetails } from '../../../loops/contract.ts'
import type { ComparedValue } from '../../../loops/rules/compare.ts'
import { splitFullName } from '../../../loops/rules/loops.ts'
import { type DealForm, newClient, withDealType, withPrice } from './form.ts'

/** What is taken over from a loop, beside its files. */
export interface ImportedLoop {
  details: LoopDetails
  clients: readonly LoopClient[]
  /** When it was read; not yet known where it is only looked at. */
  readAt?: string
}

const dealTypeOf = (transactionType: string): number | null => {
  const text = transactionType.toUpperCase()
  const isLease = /LEASE|RENT/.test(text)
  if (/LISTING/.test(text)) return isLease ? 2 : 1
  if (/PURCHASE|LEASE|BUY/.test(text)) return isLease ? 4 : 3
  return null
}

/** The form with what a loop says; what the loop does not say stays as it is. */
export function withLoop(form: DealForm, { details, clients, readAt }: ImportedLoop): DealForm {
  const { propertyAddress: at, financial, contractDate } = details
  const type = dealTypeOf(details.transactionType)
  const typed = type === null ? form : withDealType(form, type)
  const notes = details.unmapped.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const isNewNote = notes !== '' && !form.notes.includes(notes)
  return withPrice(
    {
      ...typed,
      mls: at.mlsNumber || form.mls,
      street_number: at.streetNumber || form.street_number,
      street_name: at.streetName || form.street_name,
      unit_number: at.unit || (at.streetName ? '' : form.unit_number),
      city: at.city || form.city,
      province: at.state || form.province,
      postal_code: at.zip || form.postal_code,
      depositAmount: financial.earnestMoneyAmount ?? form.depositAmount,
      offerDate: details.offerDate && isCalendarDate(details.offerDate) ? details.offerDate : form.offerDate,
      closingDate: contractDate.closingDate ?? form.closingDate,
      clients: clients.length > 0 ? clients.map(clientOf) : form.clients,
      notes: isNewNote ? [form.notes, notes].filter(Boolean).join('\n') : form.notes,
      loopId: details.id,
      loopReadAt: readAt ?? form.loopReadAt,
    },
    financial.price ?? form.acceptedPrice,
  )
}

const clientOf = ({ fullName, email, isOnCRM, user }: LoopClient) =>
  newClient({ ...splitFullName(fullName), email, isOnCRM, leadId: user?.id ?? null })

/** What an import would change, field by field. */
export function compareLoop(
  form: DealForm,
  loop: ImportedLoop,
  show: { money(value: number): string; day(value: string): string },
): ComparedValue[] {
  const filled = withLoop(form, loop)
  const address = (one: DealForm) =>
    [
      [one.unit_number, [one.street_number, one.street_name].filter(Boolean).join(' ')].filter(Boolean).join(' – '),
      `${one.city} ${one.postal_code}`.trim(),
    ]
      .filter(Boolean)
      .join(', ')
  const amount = (value: number | null) => (value === null ? '' : show.money(value))
  const day = (value: string) => (value ? show.day(value) : '')
  const rows: readonly (readonly [string, (one: DealForm) => string])[] = [
    ['MLS number', one => one.mls],
    ['Address', address],
    ['Accepted price', one => amount(one.acceptedPrice)],
    ['Deposit', one => amount(one.depositAmount)],
    ['Offer date', one => day(one.offerDate)],
    ['Closing date', one => day(one.closingDate)],
  ]
  return rows.map(([label, read]) => {
    const [before, after] = [read(form), read(filled)]
    return { label, before, after, differs: before !== '' && before !== after }
  })
}
