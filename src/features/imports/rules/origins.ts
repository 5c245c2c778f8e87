import {
  type EntryKind,
  type FormerProduct,
  looksLikeHistory,
  type ProductFile,
  suggestEntryMapping,
} from './entryColumns.ts'
import { foldHeader, type Holds, type ImportField, suggestMapping } from './fields.ts'
import { followUpBoss } from './followUpBoss.ts'
import { hubSpot } from './hubSpot.ts'
import { kvCore } from './kvCore.ts'
import { lofty } from './lofty.ts'
import { sierra } from './sierra.ts'
import { twenty } from './twenty.ts'

/** Products whose exports are known with their histories, most telling first. */
const products: readonly FormerProduct[] = [kvCore, lofty, sierra, hubSpot, twenty, followUpBoss]

/** Other sources of lists of people, known by their columns alone. */
const addressBooks: readonly (readonly [string, readonly string[]])[] = [
  ['Google Contacts', ['e mail 1 value', 'phone 1 value']],
  ['Google Contacts', ['e mail 1 label', 'labels']],
  ['Google Contacts', ['given name', 'group membership']],
  ['Outlook', ['e mail address', 'business phone']],
  ['Outlook', ['e mail 2 display name']],
  ['Wise Agent', ['clientid']],
  ['Wise Agent', ['client id', 'category']],
  ['Top Producer', ['contact type', 'salutation']],
  ['Top Producer', ['contact first name', 'contact last name']],
]

/** Which file of which product a header row is. */
function fileOf(headers: readonly string[]): { product: FormerProduct; file: ProductFile } | null {
  const folded = new Set(headers.map(foldHeader))
  const isFile = ({ signs }: ProductFile) => signs.some(sign => sign.every(name => folded.has(name)))
  for (const product of products) {
    const file = product.files.find(isFile)
    if (file) return { product, file }
  }
  return null
}

/** The product that wrote a file, when its columns give it away. */
export function originOf(headers: readonly string[]): string | null {
  const folded = new Set(headers.map(foldHeader))
  const book = addressBooks.find(([, typical]) => typical.every(name => folded.has(name)))
  return book?.[0] ?? fileOf(headers)?.product.name ?? null
}

/** What a file is, as far as its columns tell. */
export interface RecognizedFile {
  origin: string | null
  holds: Holds
  /** What every row of a history is, where no column says it. */
  entry_kind: EntryKind | null
  mapping: (ImportField | null)[]
}

/**
 * What columns are when the file is taken for one of people, or of histories: those of a known product by its own names, all
 * others by what they are called and hold.
 */
export function mappingAs(
  holds: Holds,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
): (ImportField | null)[] {
  const known = fileOf(headers)
  const columns = known?.file.holds === holds ? known.file.columns : {}
  return holds === 'people' ? suggestMapping(headers, samples, columns) : suggestEntryMapping(headers, columns)
}

/** Recognizes a file by its header row and first rows. */
export function recognizeFile(headers: readonly string[], samples: readonly (readonly string[])[]): RecognizedFile {
  const origin = originOf(headers)
  const known = fileOf(headers)
  const isKnown = known !== null && known.product.name === origin
  const holds = isKnown ? known.file.holds : origin === null && looksLikeHistory(headers) ? 'history' : 'people'
  const entry_kind = holds === 'history' ? (isKnown && known.file.entry_kind) || 'note' : null
  return { origin, holds, entry_kind, mapping: mappingAs(holds, headers, samples) }
}

/** The stages of a product that our own words do not know. */
export const statusesOf = (origin: string | null): Readonly<Record<string, number>> =>
  products.find(product => product.name === origin)?.statuses ?? {}
