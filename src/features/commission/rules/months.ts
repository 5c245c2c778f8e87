/** The months of a year. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-CA', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
)

/** A month as people write it: November 2026. */
export const monthName = (month: string): string => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
