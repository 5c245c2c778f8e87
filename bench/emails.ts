import { readFile } from 'node:fs/promises'
import { compileEmail } from '../scripts/emails/compile.ts'
import { newHomesEmail } from '../src/features/alerts/server/emails/newHomes.gen.ts'
import { invitationEmail } from '../src/features/people/server/emails/invitation.gen.ts'
import { composeEmail } from '../src/platform/server/mail/compose.ts'
import { sampleBoth, type Times } from './sample.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** What one e-mail costs: compiled for each person, and compiled once and filled for each. Milliseconds. */
export interface EmailTimes {
  name: string
  compile: Times
  fill: number
  /** How often one is filled while it would be compiled once. */
  ratio: number
}

const ROUNDS = 20
/** Messages in each round: one alone is too quick for the clock. */
const MESSAGES = 500

const brand = { name: 'Keyturn', accent: '#2862d3', link: '#184db6', dark_link: '#89b2fe', logo: '' }
const url = 'https://crm.keyturn.test/homes/fc1cb377.CAYiszj6qBgqSu-mUESOLthvoqhv1z-REjm1AYMjkXBlBSR5ILnphkaZ'
const home = {
  photo: url,
  photo_alt: 'Photo of 12 Fleet Street',
  price: '$749,000',
  news: 'New on the market',
  title: '12 Fleet Street, Fort York',
  url,
  facts: 'Condo Apartment · 2 bed · 2 bath',
  description: 'Sun-filled corner suite with a wrap-around terrace & a view over the park. '.repeat(2),
  listed: 'C6100001 · Listed by Keyturn Realty',
  favourite_url: url,
}

/** Compiles and fills in turn, so that a noisy moment meets both alike. */
export async function measureEmails(): Promise<EmailTimes[]> {
  const cases = [
    {
      name: 'invitation',
      file: '../src/features/people/server/emails/invitation.mjml',
      fill: (person: string) =>
        composeEmail(
          invitationEmail,
          { first_name: person, email: 'ana@people.test', provider: 'Google', sign_in_url: url },
          brand,
        ),
    },
    {
      name: 'new homes, 10 of them',
      file: '../src/features/alerts/server/emails/newHomes.mjml',
      fill: (person: string) =>
        composeEmail(
          newHomesEmail,
          {
            subject: '10 homes for “King West”',
            preheader: '12 Fleet Street, $749,000',
            first_name: person,
            introduction: 'New homes for your search “King West”.',
            homes: Array.from({ length: 10 }, () => home),
            questions: 'Questions? Noor Haddad is at 416-555-0134.',
            sender: 'Keyturn, 100 Demo Street',
            preferences_url: url,
          },
          brand,
        ),
    },
  ]
  const measured: EmailTimes[] = []
  for (const { name, file, fill } of cases) {
    const source = await readFile(new URL(file, import.meta.url), 'utf8')
    const [compile, filled] = await sampleBoth(
      ROUNDS,
      () => compileEmail(name, source),
      async run => {
        for (let message = 0; message < MESSAGES; message++) fill(`Person ${run * MESSAGES + message}`)
      },
    )
    const one = filled.median / MESSAGES
    measured.push({ name, compile, fill: one, ratio: compile.median / one })
  }
  return measured
}

/** An e-mail is filled many times while it would be compiled once. */
export const wantedOfEmails = ({ name, compile, fill, ratio }: EmailTimes): Wanted =>
  goal(
    `e-mail "${name}": filled for each person beside compiled for each`,
    '≥ 20 ×',
    `${ratio.toFixed(0)} × (${(fill * 1000).toFixed(0)} µs beside ${ms(compile.median)} ms)`,
    ratio >= 20,
    'filling grows with what an e-mail shows, compiling does not',
  )
