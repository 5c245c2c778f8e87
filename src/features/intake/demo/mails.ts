import { subMinutes } from 'date-fns'

/** A mail of the demo's portal, written as no reader of the product expects it. */
export interface DemoMail {
  minutes: number
  state: 'unread' | 'read' | 'ignored'
  subject: string
  text: string
}

const SENDER = { name: 'HomeScout Leads', address: 'notify@homescout.test' }

interface Enquiry {
  minutes: number
  state: DemoMail['state']
  mls: string
  address: string
  first: string
  last: string
  reach: string
  message: string
}

const DAY = 1440

const enquiries: readonly Enquiry[] = [
  {
    minutes: 22,
    state: 'unread',
    mls: 'E9961204',
    address: '41 Bertmount Ave, Toronto',
    first: 'Danielle',
    last: 'Ouellette',
    reach: 'danielle.ouellette@mail.test or 416 555 0164 (evenings)',
    message: 'Is the basement legal? My mother would move in with us. We could see it this weekend.',
  },
  {
    minutes: 109,
    state: 'unread',
    mls: 'C9958017',
    address: '260 King St E, Toronto',
    first: 'Piotr',
    last: 'Zielinski',
    reach: 'p.zielinski@mail.test or 647 555 0119 (any time)',
    message: 'Which floor is it on, and are two dogs allowed?',
  },
  {
    minutes: 2 * DAY,
    state: 'read',
    mls: 'W9947730',
    address: '12 Grenadier Rd, Toronto',
    first: 'Amrit',
    last: 'Dhaliwal',
    reach: 'amrit.d@mail.test or 905 555 0133 (mornings)',
    message: 'Could we see it before the open house?',
  },
  {
    minutes: 7 * DAY,
    state: 'read',
    mls: 'E9940112',
    address: '88 Logan Ave, Toronto',
    first: 'Hannah',
    last: 'Kerr',
    reach: 'hannah.kerr@mail.test',
    message: 'Please send the floor plan.',
  },
]

const textOf = ({ address, first, last, reach, message }: Enquiry) =>
  [
    'Hi Maya,',
    `You have a new enquiry on your listing ${address}.`,
    `Prospect: ${first} ${last}\nReach at: ${reach}`,
    `“${message}”`,
    'This enquiry was sent from HomeScout. Reply to the prospect directly. View in browser | Unsubscribe from enquiry mail',
  ].join('\n\n')

const mails: readonly DemoMail[] = [
  ...enquiries.map(enquiry => ({
    minutes: enquiry.minutes,
    state: enquiry.state,
    subject: `Enquiry for ${enquiry.mls}`,
    text: textOf(enquiry),
  })),
  {
    minutes: 10 * DAY,
    state: 'ignored',
    subject: 'Your HomeScout report for October',
    text: 'Your listings were seen 1,204 times in October. Sign in to HomeScout to see more.',
  },
]

/** The mails of the portal with their bytes, as the mail server of the brokerage hands them in. */
export const demoMails = (now: Date) =>
  mails.map(({ minutes, state, subject, text }) => {
    const at = subMinutes(now, minutes)
    const raw = [
      'Authentication-Results: mx.keyturn.test; dkim=pass header.d=homescout.test',
      `From: ${SENDER.name} <${SENDER.address}>`,
      'To: leads@in.keyturn.test',
      `Subject: ${subject}`,
      `Date: ${at.toUTCString()}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64'),
    ].join('\r\n')
    return { state, subject, text, at, raw: Buffer.from(raw), sender: SENDER.address, sender_name: SENDER.name }
  })
