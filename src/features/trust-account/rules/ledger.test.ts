import { describe, expect, it } from 'vitest'
import { areTwoPeople, differenceOf, lastDayOf, monthAfter, monthOf, overdrawnOn } from './ledger.ts'

describe('what is held for a deal', () => {
  it('may be paid on the day on which it came in, and not a day before', () => {
    const paid = { happened_on: '2026-03-02', amount: -50_000 }
    expect(overdrawnOn([paid, { happened_on: '2026-03-02', amount: 50_000 }])).toBeNull()
    expect(overdrawnOn([paid, { happened_on: '2026-03-03', amount: 50_000 }])).toBe('2026-03-02')
  })

  it('is never less than nothing in between, even where it is right in the end', () => {
    const movements = [
      { happened_on: '2026-03-01', amount: 100 },
      { happened_on: '2026-03-05', amount: -101 },
      { happened_on: '2026-03-09', amount: 1 },
    ]
    expect(overdrawnOn(movements)).toBe('2026-03-05')
  })

  it('needs no money where nothing happened', () => expect(overdrawnOn([])).toBeNull())
})

describe('a month', () => {
  it('begins on its first day and ends on its last, in leap years too', () => {
    expect(monthOf('2028-02-17')).toBe('2028-02-01')
    expect(lastDayOf('2028-02-01')).toBe('2028-02-29')
    expect(monthAfter('2026-12-01')).toBe('2027-01-01')
  })

  it('balances when what the bank does not have yet explains the difference to the cent', () => {
    const balances = { bank_balance: 1_000_000, book_balance: 1_250_001 }
    expect(differenceOf(balances, [])).toBe(-250_001)
    const deposit = { id: 1, amount: 500_001 }
    const cheque = { id: 2, amount: -250_000 }
    expect(differenceOf(balances, [deposit, cheque])).toBe(0)
  })

  it('is closed by somebody else than who balanced it, whoever they acted as', () => {
    const ada = { user_id: 1, on_behalf_of: null }
    expect(areTwoPeople(ada, { user_id: 2, on_behalf_of: null })).toBe(true)
    expect(areTwoPeople(ada, ada)).toBe(false)
    expect(areTwoPeople(ada, { user_id: 1, on_behalf_of: 2 })).toBe(false)
    expect(areTwoPeople({ user_id: 3, on_behalf_of: 1 }, ada)).toBe(false)
  })
})
