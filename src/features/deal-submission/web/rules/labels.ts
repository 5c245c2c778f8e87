const withCents = new Intl.NumberFormat('en-CA', {
  style: 'currency',
  currency: 'CAD',
  currencyDisplay: 'narrowSymbol',
})

/** Dollars to the cent: "$28,725.00". */
export const cents = (dollars: number): string => withCents.format(dollars)

const KB = 1024
const MB = KB * KB

/** The size of a file: "1.8 MB". */
export const fileSize = (bytes: number): string =>
  bytes >= MB ? `${(bytes / MB).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / KB))} KB`
