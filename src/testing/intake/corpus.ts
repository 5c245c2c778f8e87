/** A lead e-mail of the corpus, with whom it is of. */
export interface CorpusMail {
  name: string
  raw: Buffer
  /** `null` for mails that no reader should claim to understand. */
  expected: { first_name: string; last_name: string; email: string | null; phone: string | null; mls?: string } | null
}

interface Person {
  first: string
  last: string
  email: string
  phone: string
  mls: string
  address: string
  message: string
}

/** People whose names and words try what mails do to letters. */
const people: readonly Person[] = [
  {
    first: 'Danielle',
    last: 'Ouellette',
    email: 'danielle.ouellette@mail.test',
    phone: '416-555-0164',
    mls: 'E9961204',
    address: '41 Bertmount Ave, Toronto',
    message: 'Is the basement legal? We could see it this weekend.',
  },
  {
    first: 'Piotr',
    last: 'Zielinski',
    email: 'piotr.z@mail.test',
    phone: '(647) 555-0119',
    mls: 'C8123456',
    address: '9 Mill St, Toronto',
    message: 'What are the fees & is parking included?',
  },
  {
    first: 'Élise',
    last: 'Lefèvre',
    email: 'elise.lefevre@courriel.test',
    phone: '514 555-0188',
    mls: '27651234',
    address: '1200 rue Saint-Denis, Montréal',
    message: 'Bonjour, l’appartement est-il encore à louer ? Merci à vous.',
  },
  {
    first: 'Amrit',
    last: 'Dhaliwal',
    email: 'amrit@mail.test',
    phone: '+1 905 555 0133',
    mls: 'W5550101',
    address: '77 Queen St E, Brampton',
    message: 'Please call after 6.',
  },
]

/** Lines of a mail, as it travels. */
const mail = (headers: Record<string, string>, body: string | Buffer): Buffer => {
  const head = Object.entries({
    'Message-ID': `<${Math.abs(hash(JSON.stringify(headers) + body.toString()))}@portal.test>`,
    Date: 'Thu, 19 Nov 2026 14:58:14 +0000',
    To: 'leads@in.keyturn.test',
    'MIME-Version': '1.0',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

function hash(text: string): number {
  let sum = 7
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0
  return sum
}

const portal = 'HomeScout Leads <notify@homescout.test>'
const utf8 = 'text/plain; charset=utf-8'
const encodedWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const base64 = (text: string | Buffer) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')
const quotedPrintable = (text: string) =>
  [...Buffer.from(text)]
    .map(byte =>
      byte === 10
        ? '\r\n'
        : byte < 32 || byte > 126 || byte === 61
          ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : String.fromCharCode(byte),
    )
    .join('')
    .replace(/([^\r\n=]{60})(?=[^\r\n]{20})/g, '$1=\r\n')
/** As old programs of Windows write it. */
const cp1252 = (text: string) => Buffer.from(text.replaceAll('’', '\x92').replaceAll('–', '\x96'), 'latin1')

const english = ({ first, last, email, phone, mls, address, message }: Person) =>
  `You have a new lead!\n\nName: ${first} ${last}\nEmail: ${email}\nPhone: ${phone}\nMLS Number: ${mls}\nProperty Address: ${address}\nList Price: $899,000\nMessage: ${message}\n\nThis message was sent by HomeScout. Unsubscribe: https://homescout.test/u\n`
const french = ({ first, last, email, phone, mls, address, message }: Person) =>
  `Nouvelle demande de renseignements\n\nPrénom : ${first}\nNom : ${last}\nCourriel : ${email}\nTéléphone : ${phone}\nNo MLS : ${mls}\nAdresse de la propriété : ${address}\nCommentaires : ${message}\n\nCe courriel a été envoyé par Logis.\n`
const table = ({ first, last, email, phone, mls, address, message }: Person) =>
  `<html><body><table>${[
    ['Full Name', `${first} ${last}`],
    ['E-mail', `<a href="mailto:${email}">${email}</a>`],
    ['Phone Number', phone],
    ['MLS®', mls],
    ['Address', address],
    ['Comments', escaped(message)],
  ]
    .map(([name, value]) => `<tr><td><b>${name}:</b></td><td>${value}</td></tr>`)
    .join('')}</table><p style="color:#999">Unsubscribe</p></body></html>`
const adf = ({ first, last, email, phone, mls, address, message }: Person) =>
  `<?xml version="1.0"?>\n<?adf version="1.0"?>\n<adf><prospect status="new"><requestdate>2026-11-19T09:58:14-05:00</requestdate>\n<vehicle><stock>${mls}</stock><address>${escaped(address)}</address></vehicle>\n<customer><contact><name part="first">${first}</name><name part="last">${last}</name><email>${email}</email><phone type="cell">${phone}</phone></contact><comments>${escaped(message)}</comments></customer>\n<vendor><contact><name part="full">Maya Lindqvist</name><email>maya@keyturn.test</email></contact></vendor></prospect></adf>`
const jsonLd = ({ first, last, email, phone, mls, address, message }: Person) =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'AskAction',
    text: message,
    agent: { '@type': 'Person', givenName: first, familyName: last, email: `mailto:${email}`, telephone: phone },
    recipient: { '@type': 'RealEstateAgent', name: 'Maya Lindqvist', email: 'maya@keyturn.test' },
    object: {
      '@type': 'RealEstateListing',
      identifier: mls,
      address: { '@type': 'PostalAddress', streetAddress: address },
    },
  })
const metadata = ({ first, last, email, phone, mls, address, message }: Person) =>
  `<html><head><meta name="lead_information_version" content="1.0"><meta name="lead_source" content="HomeScout"><meta name="lead_name" content="${first} ${last}"><meta name="lead_email" content="${email}"><meta name="lead_phone" content="${phone}"><meta name="lead_property_mls_id" content="${mls}"><meta name="lead_property_address" content="${address}"><meta name="lead_message" content="${escaped(message)}"></head><body>New lead. Agent: Maya Lindqvist, maya@keyturn.test</body></html>`

const parts = (boundary: string, ...each: [string, string][]) =>
  `${each.map(([type, body]) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`).join('')}--${boundary}--\r\n`

/** How mails travel: each makes one of a person. */
const forms: Readonly<Record<string, (person: Person) => Buffer>> = {
  'labelled lines': p => mail({ From: portal, Subject: `Enquiry for ${p.mls}`, 'Content-Type': utf8 }, english(p)),
  'French lines': p =>
    mail(
      { From: 'Logis <avis@logis.test>', Subject: encodedWord('Demande – propriété'), 'Content-Type': utf8 },
      french(p),
    ),
  'an HTML table alone': p =>
    mail({ From: portal, Subject: 'New enquiry', 'Content-Type': 'text/html; charset=utf-8' }, table(p)),
  base64: p =>
    mail(
      {
        From: portal,
        Subject: encodedWord(`Lead: ${p.first}`),
        'Content-Type': utf8,
        'Content-Transfer-Encoding': 'base64',
      },
      base64(english(p)),
    ),
  'quoted-printable French': p =>
    mail(
      { From: portal, Subject: 'Demande', 'Content-Type': utf8, 'Content-Transfer-Encoding': 'quoted-printable' },
      quotedPrintable(french(p)),
    ),
  'windows-1252': p =>
    mail({ From: portal, Subject: 'Demande', 'Content-Type': 'text/plain; charset=windows-1252' }, cp1252(french(p))),
  'windows-1252 in base64': p =>
    mail(
      {
        From: portal,
        Subject: 'Demande',
        'Content-Type': 'text/plain; charset="windows-1252"',
        'Content-Transfer-Encoding': 'base64',
      },
      base64(cp1252(english(p))),
    ),
  'lead metadata': p =>
    mail({ From: portal, Subject: 'New lead', 'Content-Type': 'text/html; charset=utf-8' }, metadata(p)),
  'JSON-LD': p =>
    mail(
      { From: portal, Subject: 'New lead', 'Content-Type': 'text/html; charset=utf-8' },
      `<html><head><script type="application/ld+json">${jsonLd(p)}</script></head><body>Someone asks about a home.</body></html>`,
    ),
  'ADF in the text': p => mail({ From: portal, Subject: 'ADF lead', 'Content-Type': utf8 }, adf(p)),
  'ADF with bare ampersands and no end': p =>
    mail(
      { From: portal, Subject: 'ADF lead', 'Content-Type': utf8 },
      adf(p).replaceAll('&amp;', '&').replace('<comments>', '<comments>Mr & Mrs: ').split('</prospect>')[0] ?? '',
    ),
  'ADF attached': p =>
    mail(
      { From: portal, Subject: 'Lead', 'Content-Type': 'multipart/mixed; boundary=b1' },
      parts(
        'b1',
        [utf8, 'See the attached lead.'],
        ['application/xml; name=lead.xml\r\nContent-Disposition: attachment; filename=lead.xml', adf(p)],
      ),
    ),
  'ADF as escaped HTML': p =>
    mail(
      { From: portal, Subject: 'Lead', 'Content-Type': 'text/html; charset=utf-8' },
      `<html><body><pre>${adf(p).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre></body></html>`,
    ),
  'forwarded by hand': p =>
    mail(
      { From: 'Maya Lindqvist <maya@keyturn.test>', Subject: `Fwd: Enquiry for ${p.mls}`, 'Content-Type': utf8 },
      `Can somebody take this one?\n\nMaya Lindqvist\nBroker, 416 555 0000\n\n---------- Forwarded message ---------\nFrom: HomeScout Leads <notify@homescout.test>\nDate: Thu, Nov 19, 2026 at 9:58 AM\nSubject: Enquiry for ${p.mls}\nTo: Maya Lindqvist <maya@keyturn.test>\n\n${english(p)}`,
    ),
  'quoted in an answer': p =>
    mail(
      { From: 'Maya Lindqvist <maya@keyturn.test>', Subject: 'Re: Enquiry', 'Content-Type': utf8 },
      `For the pool.\n\nOn Thu, Nov 19, 2026 HomeScout Leads <notify@homescout.test> wrote:\n${english(p)
        .split('\n')
        .map(line => `> ${line}`)
        .join('\n')}`,
    ),
  'forwarded as an attachment': p =>
    mail(
      {
        From: 'Maya Lindqvist <maya@keyturn.test>',
        Subject: 'Fwd: lead',
        'Content-Type': 'multipart/mixed; boundary=b2',
      },
      parts(
        'b2',
        [utf8, 'Attached.'],
        [
          'message/rfc822\r\nContent-Disposition: attachment; filename=lead.eml',
          mail({ From: portal, Subject: 'Lead', 'Content-Type': utf8 }, english(p)).toString('utf8'),
        ],
      ),
    ),
  'agent before the lead': p =>
    mail(
      { From: portal, Subject: 'Showing request', 'Content-Type': utf8 },
      `Listing agent details:\nName: Maya Lindqvist\nEmail: maya@keyturn.test\nPhone: 416 555 0000\n\nContact information\nFirst Name: ${p.first}\nLast Name: ${p.last}\nEmail Address: ${p.email}\nPhone Number: ${p.phone}\nMLS #: ${p.mls}\n\nMessage:\n${p.message}\n\n-- \nHomeScout`,
    ),
}

const expectedOf = ({ first, last, email, phone, mls }: Person): CorpusMail['expected'] => ({
  first_name: first,
  last_name: last,
  email,
  phone: phone.replace(/\D/g, '').slice(-10),
  mls,
})

/** Mails that are about nobody, or say it in a way that only a person understands. */
const others: readonly CorpusMail[] = [
  {
    name: 'prose without labels',
    expected: null,
    raw: mail(
      { From: portal, Subject: 'Enquiry for E9961204', 'Content-Type': utf8 },
      'Hi Maya,\n\nYou have a new enquiry on your listing 41 Bertmount Ave, Toronto.\n\nProspect is Danielle, reach her at danielle@mail.test.\n',
    ),
  },
  {
    name: 'a newsletter',
    expected: null,
    raw: mail(
      {
        From: 'HomeScout <news@homescout.test>',
        Subject: 'Market report',
        'Content-Type': utf8,
        'List-Id': '<news.homescout.test>',
      },
      'Prices rose by 2 percent in October. Contact us at news@homescout.test.\n',
    ),
  },
  { name: 'nothing at all', expected: null, raw: Buffer.from('') },
  {
    name: 'bytes that are no mail',
    expected: null,
    raw: Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 37) % 256)),
  },
]

/** Sixty-eight lead e-mails of seventeen forms, and four that are none. */
export const leadMails: readonly CorpusMail[] = [
  ...Object.entries(forms).flatMap(([form, make]) =>
    people.map(person => ({ name: `${form}, ${person.first}`, raw: make(person), expected: expectedOf(person) })),
  ),
  ...others,
]
