import { describe, expect, it } from 'vitest'
import { expectLinearWork } from '../../../testing/work.ts'
import { readLabels } from '../rules/labels.ts'
import { emailIn, phoneIn, usableFields } from '../rules/mailFields.ts'
import { readBy, readerOf } from '../rules/readers.ts'
import { adfIn, readAdf } from './commands/adf.ts'
import { textOfHtml } from './commands/htmlText.ts'
import { readJsonLd, readMetadata } from './commands/metadata.ts'
import { parseMail } from './remote.ts'

const SIZE = 40_000
const fill = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size)

/** Texts that make careless readers look at everything again and again. */
const hostile: readonly [string, (size: number) => string][] = [
  ['spaces', size => `Name:${fill(' ', size)}x`],
  ['empty labels', size => fill('Name:\n', size)],
  ['stars', size => `Message: ${fill('*', size)}x`],
  ['one line', size => fill('a@', size)],
  ['digits', size => fill('1 ', size)],
  ['open tags', size => fill('<div>', size)],
  ['open ADF', size => `<adf>${fill('<a>', size)}`],
  ['ampersands', size => `<adf><prospect><customer>${fill('&', size)}</customer></prospect></adf>`],
  ['beginnings of a reader', size => fill('Reach at: ', size)],
]

describe('readers of lead e-mails', () => {
  it.each(hostile)('take time with the length of a mail, not with its square: %s', async (_name, textOf) => {
    const reader = readerOf({ subject: '', text: 'Reach at: a@b.test or 416 555 0164' }, [
      { field: 'email', part: 'text', start: 10, end: 18 },
      { field: 'phone', part: 'text', start: 22, end: 34 },
    ])
    await expectLinearWork(SIZE, size => {
      const text = textOf(size)
      return () => {
        readLabels(text)
        readBy(reader, { subject: text, text })
        readAdf(adfIn(text) ?? '')
        textOfHtml(text)
        readMetadata(`lead_name${text}`)
        readJsonLd(`ld+json${text}`)
        usableFields({ email: text, phone: text, first_name: text, message: text })
      }
    })
  })

  it('do not follow entities of a document', () => {
    const bomb = `<!DOCTYPE adf [<!ENTITY a "${'x'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;">]><adf><prospect><customer><contact>
      <name part="full">&b; Ada Byron</name><email>ada@mail.test</email></contact></customer></prospect></adf>`
    const read = readAdf(adfIn(bomb.slice(bomb.indexOf(']>') + 2)) ?? '')
    expect(read).toMatchObject({ email: 'ada@mail.test' })
    expect(JSON.stringify(read)).not.toContain('xxx')
    expect(JSON.stringify(readAdf(adfIn(bomb) ?? ''))).not.toContain('xxx')
  })

  it('take no address that nobody reads, and no number that is none', () => {
    expect(emailIn('Do not answer: no-reply@portal.test')).toBeNull()
    expect(emailIn('Ada <Ada.B@Mail.test>')).toBe('ada.b@mail.test')
    expect(phoneIn('MLS 8123456')).toBeNull()
    expect(phoneIn('call 416.555.0164 after six')).toBe('416.555.0164')
  })

  it('make text of HTML as somebody reads it', () => {
    expect(
      textOfHtml(
        '<style>p{}</style><p>Name:&nbsp;<b>Ada</b><br>Phone</p><table><tr><td>E-mail</td><td>a@b.test</td></tr></table>',
      ),
    ).toBe('Name: Ada\nPhone\n\nE-mail\ta@b.test')
  })

  it('find who wrote a mail that somebody forwarded', async () => {
    const raw = `From: Maya <maya@keyturn.test>\r\nSubject: Fwd\r\n\r\nSee below\r\n\r\nBegin forwarded message:\r\n\r\nFrom: Scout <notify@scout.test>\r\n\r\nHello`
    expect(await parseMail(Buffer.from(raw))).toMatchObject({ sender: 'notify@scout.test', sender_name: 'Scout' })
  })
})
