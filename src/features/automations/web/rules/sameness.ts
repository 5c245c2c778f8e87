/** The same text for the same contents, in whatever order the fields come; fields without a value are none. */
export const canonical = (value: unknown): string => JSON.stringify(value, sorted)

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether two records say the same. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)
