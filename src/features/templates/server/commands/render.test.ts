import { describe, expect, it } from 'vitest'
import { composeEmail, type EmailBrand } from '../../../../platform/server/mail/compose.ts'
import { type PlaceholderValues, placeholderNames } from '../../rules/placeholders.ts'
import { cleanContent } from './content.ts'
import { isSendable, renderEmail, writtenEmail, writtenValues } from './render.ts'

const brand: EmailBrand = { name: 'Bay & Co', accent: '#2862d3', link: '#184db6', dark_link: '#89b2fe', logo: '' }
const nobody = Object.fromEntries(placeholderNames.map(name => [name, ''])) as PlaceholderValues
const BASE = 'https://crm.test'

/** What a lead gets of an e-mail that somebody wrote. */
function sent(
  written: { subject?: string; content: string },
  values: Partial<PlaceholderValues> = {},
  footer?: Parameters<typeof writtenValues>[2],
) {
  const source = renderEmail({ subject: written.subject ?? 'Hello', content: cleanContent(written.content) })
  const given = writtenValues(source, { ...nobody, ...values }, footer)
  return composeEmail(writtenEmail(source, BASE), given, brand)
}

describe('an e-mail that somebody wrote', () => {
  it('is filled everywhere: in the subject, the HTML and the plain part', () => {
    const { subject, html, text } = sent(
      {
        subject: '{{lead_first_name}}, hello',
        content: '<p>Good {{time_of_day}} {{lead_first_name}}, {{lead_first_name}}!</p>',
      },
      { lead_first_name: '<Zoë> & Co', time_of_day: 'Morning' },
    )
    expect(subject).toBe('<Zoë> & Co, hello')
    expect(html).toContain('Good Morning &lt;Zoë&gt; &amp; Co, &lt;Zoë&gt; &amp; Co!</p>')
    expect(text).toBe('Good Morning <Zoë> & Co, <Zoë> & Co!\n')
  })

  it('has a plain part with everything that it says, and the addresses of its links and buttons', () => {
    const { text } = sent({
      content:
        '<p>Hello</p><p></p><ul><li><p>One</p></li><li><p>Two</p></li></ul><p>See <a href="https://x.test/a?b=1&amp;c=2">this</a></p><div class="button"><a href="https://x.test/book">Book</a></div><p>Bye</p>',
    })
    expect(text).toBe('Hello\n\n- One\n- Two\nSee this: https://x.test/a?b=1&c=2\n\nBook: https://x.test/book\n\nBye\n')
  })

  it('has buttons that are tables, and pictures at the address of the product', () => {
    const { html } = sent({
      content: `<div class="button"><a href="https://x.test/">Book</a></div><img src="/pictures/${'a'.repeat(32)}.jpg" alt="The house">`,
    })
    expect(html).toMatch(/<td bgcolor="#2862d3"[^>]*><a href="https:\/\/x\.test\/"[^>]*>Book<\/a><\/td>/)
    expect(html).toContain(`src="${BASE}/pictures/${'a'.repeat(32)}.jpg" alt="The house" width="560"`)
  })

  it('keeps nothing that runs, hides, or is fetched from elsewhere', () => {
    const content = cleanContent(
      '<p onclick="x()" style="position:fixed">A<script>alert(1)</script><img src="https://evil.test/p.gif"><a href="javascript:x()">b</a><iframe src="//evil.test"></iframe><b>C</b></p><div class="evil">D</div>',
    )
    expect(content).toBe('<p>A<a>b</a><strong>C</strong></p>D')
  })

  it('written without any markup has a paragraph for each line', () => {
    const { html, text } = sent({ content: 'Hello\nthere' })
    expect(html).toContain('<p style="margin:0">Hello</p><p style="margin:0">there</p>')
    expect(text).toBe('Hello\nthere\n')
  })

  it('ends with who sends it and a way out where it needs one', () => {
    const footer = { reason: 'You asked about homes.', postal_address: '1 Bay St', unsubscribe_url: `${BASE}/u/1` }
    const { html, text } = sent({ content: '<p>Hello</p>' }, {}, footer)
    expect(html).toContain(`<a href="${BASE}/u/1"`)
    expect(text).toBe(`Hello\n\n-- \nYou asked about homes.\n1 Bay St\nUnsubscribe: ${BASE}/u/1\n`)
    expect(sent({ content: '<p>Hello</p>' }).html).not.toContain('Unsubscribe')
  })

  it('cannot be saved with a placeholder where no value is safe', () => {
    const source = renderEmail({ subject: '', content: '<p><a href="https://x.test/{{lead_email}}">A</a></p>' })
    expect(isSendable(source)).toBe(false)
  })
})
