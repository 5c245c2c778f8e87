/** Somebody made up, who signs up or asks. */
export interface Stranger {
  first_name: string
  last_name: string
  email: string
  /** E.164, of the numbers that are kept for fiction; `null` when somebody has each of them. */
  phone: string | null
}

const firstNames = [
  'Amara',
  'Bruno',
  'Chloé',
  'Dimitri',
  'Esther',
  'Farid',
  'Greta',
  'Hiro',
  'Isla',
  'Jonah',
  'Kemi',
  'Luz',
]
const lastNames = ['Abara', 'Bélanger', 'Castellanos', 'Dufresne', 'Eriksen', 'Fontaine', 'Gill', 'Hashimoto', 'Ivanov']

/** Somebody with a number of their own and a telephone that nobody has: a sign-up with the telephone of a lead would be that lead's. */
export function strangerOf(number: number, phone: string | null): Stranger {
  const first = firstNames[number % firstNames.length] ?? 'Amara'
  const last = lastNames[Math.floor(number / firstNames.length) % lastNames.length] ?? 'Abara'
  const plain = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^a-z.]/gi, '')
    .toLowerCase()
  return {
    first_name: first,
    last_name: last,
    email: `${plain}.${number}@mail.test`,
    phone,
  }
}

/** The price after a reduction of about three in a hundred, in whole thousands (of rents in tens). */
export function reduced(price: number): number {
  const step = price > 20_000 ? 1000 : 10
  return Math.max(step, Math.floor((price * 0.97) / step) * step)
}

/** A lead e-mail as a portal writes it, which the labels are read from. */
export const portalMail = (
  person: Stranger,
  { mls_number, address, at }: { mls_number: string; address: string; at: Date },
): string =>
  [
    'From: HomeScout Leads <notify@homescout.test>',
    'To: leads@in.keyturn.test',
    `Subject: New inquiry on ${address.replace(/[^\x20-\x7e]/g, '')}`,
    `Message-ID: <${person.email}>`,
    `Date: ${at.toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Name: ${person.first_name} ${person.last_name}`,
    `Email: ${person.email}`,
    ...(person.phone === null ? [] : [`Phone: ${person.phone}`]),
    `MLS: ${mls_number}`,
    'Message: Is it still available? I could see it this weekend.',
    '',
  ].join('\r\n')
