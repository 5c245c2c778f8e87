type Plain = string | number | boolean | null | undefined
/** What a form can carry. */
export type FormValue = Plain | Blob | readonly FormValue[] | { readonly [key: string]: FormValue }

/**
 * Flattens nested input into form fields: `a[b]=1`, `tags[]=x` for lists of plain values, `rows[0][id]=1` for lists of
 * records. Booleans are sent as 1 and 0, `null` as an empty value, an empty list as `tags[]=`, `undefined` is left out.
 */
export function formFields(input: Record<string, FormValue>): [string, string | Blob][] {
  return Object.entries(input).flatMap(([key, value]) => fieldsOf(key, value))
}

function fieldsOf(key: string, value: FormValue): [string, string | Blob][] {
  if (value === undefined) return []
  if (value === null) return [[key, '']]
  if (value instanceof Blob) return [[key, value]]
  if (typeof value === 'boolean') return [[key, value ? '1' : '0']]
  if (Array.isArray(value)) return listFields(key, value)
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) => fieldsOf(`${key}[${name}]`, inner))
  return [[key, String(value)]]
}

function listFields(key: string, values: readonly FormValue[]): [string, string | Blob][] {
  if (values.length === 0) return [[`${key}[]`, '']]
  const plain = values.every(value => value === null || typeof value !== 'object')
  return values.flatMap((value, index) => fieldsOf(plain ? `${key}[]` : `${key}[${index}]`, value))
}

/** The same as the text of a query or of a form post. */
export function encodeForm(input: Record<string, FormValue>): string {
  const fields = formFields(input).map(([key, value]) => [key, typeof value === 'string' ? value : ''])
  return new URLSearchParams(fields).toString()
}
