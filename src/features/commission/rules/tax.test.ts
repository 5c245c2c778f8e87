import { describe, expect, it } from 'vitest'
import { provinces, taxesOn, taxPartsOf, taxWord } from './tax.ts'

const rates = (province: (typeof provinces)[number], day: string) =>
  taxesOn(province, day).map(({ name, rate }) => `${name} ${rate / 10_000}`)

describe('the tax on commission', () => {
  it('is that of the province of the office', () => {
    const today = Object.fromEntries(provinces.map(province => [province, rates(province, '2026-11-26')]))
    expect(today).toEqual({
      AB: ['GST 5'],
      BC: ['GST 5'],
      MB: ['GST 5'],
      NB: ['HST 15'],
      NL: ['HST 15'],
      NS: ['HST 14'],
      NT: ['GST 5'],
      NU: ['GST 5'],
      ON: ['HST 13'],
      PE: ['HST 15'],
      QC: ['GST 5', 'QST 9.975'],
      SK: ['GST 5', 'PST 6'],
      YT: ['GST 5'],
    })
  })

  it('is that of the closing day', () => {
    expect([rates('NS', '2025-03-31'), rates('NS', '2025-04-01')]).toEqual([['HST 15'], ['HST 14']])
    expect([rates('PE', '2016-09-30'), rates('PE', '2016-10-01')]).toEqual([['HST 14'], ['HST 15']])
    expect([rates('NB', '2016-06-30'), rates('NL', '2016-07-01')]).toEqual([['HST 13'], ['HST 15']])
    expect(rates('ON', '1999-01-01')).toEqual(['HST 13'])
  })

  it('rounds each of two taxes by itself', () => {
    expect(taxPartsOf(10_050n, taxesOn('QC', '2026-11-26')).map(({ amount }) => amount)).toEqual([503n, 1_002n])
    expect(taxWord(taxesOn('QC', '2026-11-26'))).toBe('GST + QST')
  })
})
