import { partOf } from './parts.ts'

/** Where an office may be. */
export const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const
export type Province = (typeof provinces)[number]

/** A tax on commission, in ten-thousandths of a percent. */
export interface TaxRate {
  name: 'GST' | 'HST' | 'PST' | 'QST'
  rate: number
}

/** A tax of an amount, in cents. */
export interface TaxPart extends TaxRate {
  amount: bigint
}

interface TaxRule {
  province: Province
  /** The first closing day that it holds for. */
  from: string
  taxes: readonly TaxRate[]
}

const gst: TaxRate = { name: 'GST', rate: 50_000 }
const only = (...given: Province[]): TaxRule[] =>
  given.map(province => ({ province, from: '2008-01-01', taxes: [gst] }))
const hst = (province: Province, from: string, rate: number): TaxRule => ({
  province,
  from,
  taxes: [{ name: 'HST', rate }],
})

/**
 * The taxes on the commission of homes, by province, each from a day on. Sources: Canada Revenue Agency, "Charge and collect the
 * GST/HST: Which rate to charge" (rates since 2008) and "GST/HST Notice 342" (Nova Scotia in 2025); Revenu Québec, "Basic rules for
 * applying the GST/HST and QST"; Saskatchewan, bulletin "PST-24, Realtors". British Columbia and Manitoba put no provincial tax on
 * the commission of homes (that of British Columbia since October 2026 is on other real estate only).
 */
const rules: readonly TaxRule[] = [
  ...only('AB', 'BC', 'MB', 'NT', 'NU', 'YT'),
  hst('ON', '2010-07-01', 130_000),
  hst('NB', '2008-01-01', 130_000),
  hst('NB', '2016-07-01', 150_000),
  hst('NL', '2008-01-01', 130_000),
  hst('NL', '2016-07-01', 150_000),
  hst('NS', '2010-07-01', 150_000),
  hst('NS', '2025-04-01', 140_000),
  hst('PE', '2013-04-01', 140_000),
  hst('PE', '2016-10-01', 150_000),
  { province: 'QC', from: '2013-01-01', taxes: [gst, { name: 'QST', rate: 99_750 }] },
  { province: 'SK', from: '2017-03-23', taxes: [gst, { name: 'PST', rate: 60_000 }] },
]

/** The taxes of a province for a closing day, yyyy-MM-dd; for days before the table, those that it begins with. */
export function taxesOn(province: Province, day: string): readonly TaxRate[] {
  const own = rules.filter(rule => rule.province === province)
  return (own.findLast(({ from }) => from <= day) ?? own[0])?.taxes ?? []
}

/** Each tax of an amount, to the nearest cent. */
export const taxPartsOf = (amount: bigint, taxes: readonly TaxRate[]): TaxPart[] =>
  taxes.map(({ name, rate }) => ({ name, rate, amount: partOf(amount, rate) }))

/** The taxes that lines have. */
export function ratesOf(lines: readonly { taxes: readonly TaxRate[] }[]): TaxRate[] {
  const known = new Map(lines.flatMap(({ taxes }) => taxes.map(({ name, rate }) => [name, { name, rate }] as const)))
  return [...known.values()]
}

/** How taxes are called together: HST, or GST + QST. */
export const taxWord = (taxes: readonly { name: string }[]): string =>
  taxes.length === 0 ? 'Tax' : taxes.map(({ name }) => name).join(' + ')
