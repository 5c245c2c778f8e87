import type { DotloopDetail, DotloopLoop } from '../../../../integrations/dotloop/records.ts'
import { readAmount, readDay } from '../../../../integrations/dotloop/values.ts'
import type { LoopDetails } from '../../contract.ts'

/** An instant of the service, "2026-11-16T14:02:11Z" or with an offset; what cannot be read is the beginning of time. */
export function instantIn(text: string): string {
  const at = new Date(text)
  return (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString()
}

/** Fields that say the same of every deal here. */
const withoutWorth: ReadonlySet<string> = new Set(['Country', 'County'])

/** What a loop says, under the product's names. What it has no place for, or could not read, is listed and not dropped. */
export function loopDetailsOf(loop: DotloopLoop, detail: DotloopDetail): LoopDetails {
  const rest = new Map<string, { name: string; value: string }>(
    Object.entries(detail).flatMap(([section, fields]) =>
      Object.entries(fields).flatMap(([name, value]) =>
        value?.trim() && !withoutWorth.has(name)
          ? [[`${section}/${name}`, { name, value: value.trim() }] as const]
          : [],
      ),
    ),
  )
  const text = (path: string): string => {
    const value = rest.get(path)?.value ?? ''
    rest.delete(path)
    return value
  }
  const read = <Value>(path: string, reader: (text: string) => Value | null): Value | null => {
    const value = reader(rest.get(path)?.value ?? '')
    if (value !== null) rest.delete(path)
    return value
  }
  return {
    id: loop.id,
    name: loop.name,
    transactionType: loop.transactionType ?? '',
    status: loop.status ?? '',
    created: instantIn(loop.created),
    updated: instantIn(loop.updated),
    propertyAddress: {
      mlsNumber: text('Property Address/MLS Number'),
      streetNumber: text('Property Address/Street Number'),
      streetName: text('Property Address/Street Name'),
      unit: text('Property Address/Unit Number'),
      city: text('Property Address/City'),
      state: text('Property Address/State/Prov'),
      zip: text('Property Address/Zip/Postal Code'),
    },
    offerDate: read('Offer Dates/Offer Date', readDay) ?? read('Contract Dates/Contract Agreement Date', readDay),
    contractDate: { closingDate: read('Contract Dates/Closing Date', readDay) },
    financial: {
      price: read('Financials/Purchase/Sale Price', readAmount),
      earnestMoneyAmount: read('Financials/Earnest Money Amount', readAmount),
    },
    unmapped: [...rest.values()],
  }
}
