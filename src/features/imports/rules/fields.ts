/** What a column of a file of people can become, with the words that screens use. */
export const importFields = {
  full_name: 'Full name',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  email: 'E-mail',
  phone: 'Phone',
  type: 'Type',
  status: 'Status',
  source: 'Source',
  tags: 'Tags',
  areas: 'Areas',
  price: 'Price or price range',
  price_min: 'Lowest price',
  price_max: 'Highest price',
  agent: 'Agent',
  created_at: 'Signed up',
  last_contacted_at: 'Last contacted',
  address: 'Address',
  phone_code: 'Country code of the phone',
  external_id: 'Id elsewhere',
  note: 'Note',
} as const

/** What a column of a file of histories can become: who it is about, and what happened. */
export const entryFields = {
  external_id: 'Id of the person',
  full_name: 'Name of the person',
  first_name: 'First name of the person',
  last_name: 'Last name of the person',
  email: 'E-mail of the person',
  phone: 'Phone of the person',
  entry_kind: 'Kind of entry',
  subject: 'Subject',
  body: 'Text',
  happened_at: 'Date',
  author: 'Written by',
  direction: 'Direction',
  outcome: 'Outcome',
  duration: 'Duration',
  due_at: 'Due',
  done: 'Completed',
} as const

export type ImportField = keyof typeof importFields | keyof typeof entryFields

/** What the rows of a file are: people, or what happened with people. */
export const holdings = ['people', 'history'] as const
export type Holds = (typeof holdings)[number]

/** The fields that columns of such a file can become. */
export const fieldsOfFile = (holds: Holds): Readonly<Partial<Record<ImportField, string>>> =>
  holds === 'people' ? importFields : entryFields

/** Several columns may feed one of these; any other field takes one column. */
export const sharedFields: readonly ImportField[] = [
  'email',
  'phone',
  'tags',
  'areas',
  'note',
  'type',
  'address',
  'body',
]

/** A file is worth importing only when one of these is there: something that says who a person is. */
const identifying: readonly ImportField[] = ['full_name', 'first_name', 'last_name', 'email', 'phone']
/** Something that says what happened. */
const happenings: readonly ImportField[] = ['body', 'subject', 'outcome', 'entry_kind']

/** Whether rows under this mapping can name a person at all. */
export const identifiesPeople = (mapping: readonly (ImportField | null)[]): boolean =>
  mapping.some(field => field !== null && identifying.includes(field))

/** Whether rows under this mapping can be imported: people who are named, or histories of people who are. */
export const isEnough = (holds: Holds, mapping: readonly (ImportField | null)[]): boolean =>
  holds === 'people'
    ? identifiesPeople(mapping)
    : (identifiesPeople(mapping) || mapping.includes('external_id')) &&
      mapping.some(field => field !== null && happenings.includes(field))

/** A header as it is compared: without case, accents and punctuation. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Columns that look like one of the fields but are about something else. "Label" alone is a tag; that of a number is not. */
const unrelated =
  /\b(phonetic|phonetique|yomi|(?<=\w )label|type of (e ?mail|phone)|assistant|fax|pager|telex|isdn|tty|radio|opt ?(in|out)|valid|status date|verified|bounced?|display name of|spouse|partner|conjoint|manager|relation|birthday|password|url|website)\b/

/** Spellings of each field in English and French, most telling first. */
const spellings: readonly (readonly [ImportField, RegExp])[] = [
  [
    'email',
    /^((primary|personal|home|work|other|secondary|main|contact|lead|business|professional) )?(e ?mails?|email ?address(es)?|e mail address(es)?|courriels?|adresses? (e ?mail|courriel|electronique)|mail)( address| adresse)?( ?\d+)?( (address|value|adresse))?$/,
  ],
  [
    'email',
    /^(e ?mail|courriel)( \d+)? (value|valeur|address)$|^(e ?mail|courriel) (personal|home|work|other|personnel|travail|domicile)$/,
  ],
  [
    'phone',
    /^((primary|mobile|cell|cellular|home|work|office|business|other|main|direct|contact|lead|company|secondary|day|evening|daytime|car|radio) )*(tele)?phones?( (numbers?|no|mobile|home|work|office|cell|value|valeur))*( ?\d+)?( (value|valeur|number))?$/,
  ],
  [
    'phone',
    /^(mobile|cell|cellulaire|portable|gsm|tel|telephone|primary mobile|tel mobile|numero|numero de telephone)( ?\d+)?( (number|no|numero))?$|^(telephone|tel|numero) (cellulaire|mobile|portable|domicile|maison|bureau|travail|principal|personnel)$/,
  ],
  [
    'first_name',
    /^((primary|contact|lead|client|customer|buyer|owner) )*(first ?names?|given ?names?|fname|firstname|forename|prenoms?)( 1)?$|^prenom (du client|du contact)$/,
  ],
  ['middle_name', /^(middle ?(names?|initial)|additional name|deuxieme prenom|autre prenom)$/],
  [
    'last_name',
    /^((primary|contact|lead|client|customer|buyer|owner) )*(last ?names?|family ?names?|surnames?|lname|lastname|nom de famille|nom)( 1)?$/,
  ],
  [
    'full_name',
    /^((primary|contact|lead|client|customer|full|display|buyer) ?)*(full ?)?names?$|^(nom complet|nom et prenom|prenom et nom|contact|client|lead|file as|fn|display as|contact full name)$/,
  ],
  [
    'status',
    /^((lead|contact|client|pipeline|deal|lifecycle|prospect|opportunity) )*(status|stage|statut|etape|pipeline|etat)( name)?$/,
  ],
  [
    'type',
    /^((lead|contact|client|deal|record|customer|buyer seller) )*(types?|roles?|deal type|looking to|interest|interested in|genre)$|^(buyer seller|buyer or seller|type de (client|contact|prospect)|transaction type)$/,
  ],
  [
    'source',
    /^((lead|contact|original|client|first|latest|traffic|opportunity|registration) )*(source|referral source|referred by|origin|provenance|origine)( name| type| drill down 1)?$|^(how did you hear( about us)?|source du prospect|campaign source)$/,
  ],
  [
    'tags',
    /^((lead|contact|custom|system|my|user|all) )*(tags?|labels?|groups?|group membership|hash ?tags?|categor(y|ies)|segments?|lists?|etiquettes?|groupes?|mots cles)$/,
  ],
  [
    'price_min',
    /^((buyer|search|property|price|budget|minimum|lowest|from|avg|desired|prix) )*(min(imum)?|low|from|lowest|minimal)( (price|budget|range))?$|^(min|minimum|lowest|low) (price|budget)$|^(prix|budget) (min|minimum|minimal)$/,
  ],
  [
    'price_max',
    /^((buyer|search|property|price|budget|maximum|highest|to|desired|prix) )*(max(imum)?|high|to|highest|maximal)( (price|budget|range))?$|^(max|maximum|highest|high) (price|budget)$|^(prix|budget) (max|maximum|maximal)$/,
  ],
  [
    'price',
    /^((avg|average|buyer|search|property|listing|median|target|desired|home|sell|asking|deal) )*(price|price ?range|budget|prix|value range|gamme de prix|fourchette de prix|timeframe price)( range)?$/,
  ],
  [
    'areas',
    /^((home|property|primary|mailing|search|desired|preferred|buyer|lead|target|address( \d+)?|ville|business|work|adresse( \d+)?) )*(city|cities|town|municipality|area|areas|neighbou?rhoods?|location|locations|communities|community|sub ?locality|ville|villes|quartiers?|secteurs?|municipalite)( of interest)?( 1)?$/,
  ],
  [
    'agent',
    /^((assigned|listing|primary|lead|buyer|responsible) )*(agents?|assigned to|owner|contact owner|lead owner|assignee|realtor|courtier|courtiere|agent assigne|attribue a|proprietaire)( (name|email|user))?$/,
  ],
  [
    'last_contacted_at',
    /^(last|date of last|most recent|dernier) (contact(ed)?|communication|touch|call|activity|conversation|contact)( date| on| at| time)?$|^(last contacted( by agent)?|date last contacted|dernier contact|date du dernier contact)$/,
  ],
  [
    'created_at',
    /^((lead|contact|record|account|client) )*(created?( at| on| date| time)?|date (created|added|registered|entered)|create date|creation date|(sign ?up|signed up|registration|register(ed)?|entry|added|join(ed)?)( date| on| at)?)$|^(registered|added|date d ajout|date de creation|date d inscription|inscription|rev)$/,
  ],
  [
    'note',
    /^((lead|contact|client|general|latest|agent|my|internal|public|private) )*(notes?|comments?|description|remarks?|background( info)?|commentaires?|remarques?|message)( ?\d+)?$/,
  ],
]

/** What a header means by itself, or `null`. */
export function fieldOfHeader(header: string): ImportField | null {
  const folded = foldHeader(header)
  if (folded === '' || unrelated.test(folded)) return null
  return spellings.find(([, pattern]) => pattern.test(folded))?.[0] ?? null
}

const looksLikeEmail = (value: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value.trim())
const looksLikePhone = (value: string) =>
  /^[+(]?[\d][\d\s().+-]{8,18}(\s*(x|ext\.?)\s*\d+)?$/i.test(value.trim()) &&
  value.replace(/\D/g, '').length >= 10 &&
  !/^\d{4}-\d{2}-\d{2}/.test(value.trim())

/** What values alone say: only e-mail addresses and phone numbers speak for themselves. */
export function fieldOfValues(values: readonly string[]): ImportField | null {
  const filled = values.filter(value => value.trim() !== '')
  if (filled.length === 0) return null
  const share = (looksLike: (value: string) => boolean) => filled.filter(looksLike).length / filled.length
  if (share(looksLikeEmail) >= 0.6) return 'email'
  return share(looksLikePhone) >= 0.6 ? 'phone' : null
}

/** Whether the first row names columns: it does unless it already holds somebody's address or number. */
export const hasHeader = (first: readonly string[]): boolean =>
  !first.some(cell => looksLikeEmail(cell) || looksLikePhone(cell)) && first.some(cell => fieldOfHeader(cell) !== null)

/** What is known of columns by their folded headers; `null` is one that says nothing of its own. */
export type KnownColumns = Readonly<Record<string, ImportField | null>>

/** The fields that the known ones of these columns have. */
export const claimedFields = (headers: readonly string[], known: KnownColumns): ReadonlySet<ImportField> =>
  new Set(headers.map(foldHeader).flatMap(header => (Object.hasOwn(known, header) ? (known[header] ?? []) : [])))

/**
 * One suggestion for each column: what is known of the product's columns first, then what headers and values say. A field
 * that takes one column goes to the first that asks for it.
 */
export function suggestMapping(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  known: KnownColumns = {},
): (ImportField | null)[] {
  const claimed = claimedFields(headers, known)
  const taken = new Set<ImportField>()
  const splitNames = headers.some(header => fieldOfHeader(header) === 'first_name')
  const onlyLast = headers.every(
    header => fieldOfHeader(header) !== 'first_name' && fieldOfHeader(header) !== 'full_name',
  )
  return headers.map((header, column) => {
    const named = fieldOfHeader(header)
    const isKnown = Object.hasOwn(known, foldHeader(header))
    const values = samples.map(row => row[column] ?? '')
    let field = isKnown
      ? (known[foldHeader(header)] ?? null)
      : (named ?? (foldHeader(header) === '' || !unrelated.test(foldHeader(header)) ? fieldOfValues(values) : null))
    if (field === 'full_name' && splitNames) field = null
    // A French "Nom" without a "Prénom" beside it is the whole name.
    if (field === 'last_name' && onlyLast && foldHeader(header) === 'nom') field = 'full_name'
    if (field === null) return null
    // A column that the product is known for goes before one that only looks like it.
    const isSecond = taken.has(field) || (!isKnown && claimed.has(field))
    if (isSecond && !sharedFields.includes(field)) return null
    taken.add(field)
    return field
  })
}
