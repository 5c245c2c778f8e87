const withCents = new Intl.NumberFormat('en-CA', {
  style: 'currency',
  currency: 'CAD',
  currencyDisplay: 'narrowSymbol',
})

/** Dollars to the cent: "$28,725.00". */
export const cents = (dollars: number): string => withCents.format(dollars)
