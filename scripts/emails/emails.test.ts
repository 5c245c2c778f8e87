import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileEmail } from './compile.ts'
import { describeEmail } from './describe.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIL = join(ROOT, 'src/platform/server/mail')
const files = globSync('src/features/*/server/emails/*.mjml', { cwd: ROOT }).sort()

describe('the e-mails', () => {
  test.each(files)('%s is compiled as it stands', async file => {
    const name = basename(file, '.mjml')
    const folder = dirname(join(ROOT, file))
    const source = await compileEmail(name, readFileSync(join(ROOT, file), 'utf8'))
    await expect(describeEmail(source, relative(folder, MAIL))).toMatchFileSnapshot(join(folder, `${name}.gen.ts`))
  })

  const markup = (body: string) =>
    `<mjml><mj-head><mj-title>A</mj-title></mj-head><mj-body><mj-section><mj-column>${body}</mj-column></mj-section></mj-body></mjml>`

  test('are refused when MJML does not know something in them', async () => {
    await expect(compileEmail('odd', markup('<mj-text colour="red">A</mj-text>'))).rejects.toThrow(
      /odd: .*Attribute colour is illegal/,
    )
    await expect(compileEmail('odd', markup('<mj-text color="{{red}} !">A</mj-text>'))).rejects.toThrow(/odd: .*color/)
  })

  test('have a plain part from the same markup, with the addresses of links and buttons', async () => {
    const { text } = await compileEmail(
      'plain',
      markup(`<mj-text>Hello {{name}},</mj-text>
        <mj-raw>{{#homes}}</mj-raw>
        <mj-text><p>{{price}}</p>{{?news}}<p>{{news}}</p>{{/news}}<p><a class="quiet" href="{{url}}">{{title}}</a></p>
        <p><span class="line"><a href="{{url}}">See it</a></span> &nbsp; <span class="line"><a href="{{more}}">More</a></span></p></mj-text>
        <mj-raw>{{/homes}}</mj-raw>
        <mj-image src="{{photo}}" alt="A photo" />
        <mj-button href="{{url}}">Answer</mj-button>`),
    )
    expect(text).toBe(`Hello {{name}},

{{#homes}}
{{price}}
{{?news}}
{{news}}
{{/news}}
{{title}}
See it: {{url}}
More: {{more}}

{{/homes}}
Answer: {{url}}
`)
  })
})
