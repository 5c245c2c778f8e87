import { describe, expect, it } from 'vitest'
import { composeEmail, defineEmail, type EmailBrand, type EmailContent, previewEmail } from './compose.ts'

const brand: EmailBrand = { name: 'Bay & Co', accent: '#2862d3', link: '#184db6', dark_link: '#89b2fe', logo: '' }
const source = {
  name: 'homes',
  subject: 'News for {{first_name}}',
  html: `<style>a{color:{{brand.link}}}</style><p title="{{first_name}}">{{first_name}} at {{brand.name}}</p>{{#homes}}<a href="{{url}}" style="color:{{brand.accent}}">{{title}}</a>{{?note}}<i>{{note}}</i>{{/note}}{{/homes}}`,
  text: 'Hello {{first_name}},\n\n{{#homes}}\n{{title}}: {{url}}\n{{?note}}\n{{note}}\n{{/note}}\n\n{{/homes}}\n-- \n{{brand.name}}\n',
}
const template = defineEmail(source)
const home = { title: 'A & B', url: 'https://crm.test/1?a=1&b=2', note: '' }
const values = { first_name: 'Zoë', homes: [home, { ...home, note: 'New' }] }

describe('an e-mail', () => {
  it('says the same as HTML and as plain text, with a block for each thing and nothing for what is empty', () => {
    const { subject, html, text } = composeEmail(template, values, brand)
    expect(subject).toBe('News for Zoë')
    const link = '<a href="https://crm.test/1?a=1&amp;b=2" style="color:#2862d3">A &amp; B</a>'
    expect(html).toBe(`<style>a{color:#184db6}</style><p title="Zoë">Zoë at Bay &amp; Co</p>${link}${link}<i>New</i>`)
    expect(text).toBe(
      'Hello Zoë,\n\nA & B: https://crm.test/1?a=1&b=2\n\nA & B: https://crm.test/1?a=1&b=2\nNew\n\n-- \nBay & Co\n',
    )
  })

  it('escapes values in the HTML and not in the plain part, and keeps each on its line', () => {
    const first_name = '<b>"Zoë"</b>\r\nBcc: all@people.test\u202e'
    const { subject, html, text } = composeEmail(template, { first_name, homes: [] }, brand)
    expect(html).toContain('<p title="&lt;b&gt;&quot;Zoë&quot;&lt;/b&gt; Bcc: all@people.test ">')
    expect(text).toContain('Hello <b>"Zoë"</b> Bcc: all@people.test ,\n')
    expect(subject).toBe('News for <b>"Zoë"</b> Bcc: all@people.test')
  })

  it('is not made when a value is missing, unknown or of another kind, and the error names it', () => {
    const made = (given: object) => () => composeEmail(defineEmail(source), given as typeof values, brand)
    expect(made({ homes: [] })).toThrow('E-mail "homes": There is no value for "first_name".')
    expect(made({ ...values, homes: [{ title: 'A', url: home.url }] })).toThrow('There is no value for "homes.note".')
    expect(made({ ...values, last_name: 'Roy' })).toThrow('There is no placeholder "last_name".')
    expect(made({ ...values, homes: 'none' })).toThrow('The value for "homes" is no list.')
    expect(made({ ...values, first_name: [] })).toThrow('The value for "first_name" is no text.')
  })

  it.each([
    'javascript:alert(1)',
    '/homes/1',
    '#',
    '',
    'https://',
    'https://crm.test/a b',
    '//evil.test',
    'data:text/html,x',
  ])('has no link to %j', url => {
    expect(() => composeEmail(template, { ...values, homes: [{ ...home, url }] }, brand)).toThrow(
      'The value for "url" is no absolute address.',
    )
  })

  it('has no color that says more than a color', () => {
    expect(() => composeEmail(template, values, { ...brand, link: 'red;background:url(//evil.test)' })).toThrow(
      'The value for "brand.link" is no color',
    )
  })

  it('can be previewed with links that lead nowhere, without styles that a page would refuse; a preview cannot be sent', () => {
    const preview = previewEmail(template, { ...values, homes: [{ ...home, url: '#' }] }, brand)
    expect(preview.html).toMatch(/^<p title="Zoë">.*<a href="#"/)
    // @ts-expect-error: only what came through the door may be sent.
    const content: EmailContent = preview
    expect(content.subject).toBe('News for Zoë')
  })
})

describe('a template', () => {
  const reading =
    (html: string, text = '') =>
    () =>
      defineEmail({ name: 'odd', subject: 'A', html, text }).parsed()

  it.each([
    ['<p style="{{color}}: red">{{name}}</p><p {{name}}>', 'has no end before a placeholder'],
    ['<p class="{{name}}">', '"name" stands where no value is safe'],
    ['<p onclick="{{name}}">', 'The attribute onclick of <p> is not allowed'],
    ['<p title={{name}}>', 'The attribute title of <p> is not allowed, or not in quotes'],
    ['<a href="https://x.test/{{name}}">', '"name" stands where no value is safe'],
    ['<a href="{{url}}{{name}}">', '"url" stands where no value is safe'],
    ['<script>{{name}}</script>', 'holds no script'],
  ])('is refused where a value would not be safe: %s', (html, problem) => {
    expect(reading(html)).toThrow(problem)
  })

  it.each([
    '<!--[if mso]><td bgcolor="{{name}}"><![endif]-->',
    '<style>a{color:{{name}}}</style>',
    '<p style="color:{{name}}">',
  ])('takes nothing but a color in %s', html => {
    const odd = defineEmail({ name: 'odd', subject: 'A', html, text: '' })
    expect(() => composeEmail(odd, { name: 'Zoë' }, brand)).toThrow('"name" is no color')
    expect(composeEmail(odd, { name: '#ffffff' }, brand).html).toContain('#ffffff')
  })

  it('is refused when a block has no end, no beginning, or begins within a tag', () => {
    expect(reading('{{#homes}}')).toThrow('E-mail "odd": The block "homes" has no end.')
    expect(reading('{{?a}}{{#b}}{{/a}}{{/b}}')).toThrow('The block "a" ends and did not begin.')
    expect(reading('<p title="{{?a}}x{{/a}}">')).toThrow('The block "a" begins or ends within a tag.')
  })

  it('is refused when a placeholder is misspelt, of nobody, or a list here and a text there', () => {
    expect(reading('{{First Name}}')).toThrow('This is no placeholder: {{First Name}}')
    expect(reading('<p>{{ name }}</p>')).toThrow('This is no placeholder')
    expect(reading('{{brand.phone}}')).toThrow('There is no value "brand.phone".')
    expect(reading('{{agent.name}}')).toThrow('There is no value "agent.name".')
    expect(reading('{{#homes}}{{/homes}}{{homes}}')).toThrow('"homes" is a list in one place and a text in another.')
  })
})
