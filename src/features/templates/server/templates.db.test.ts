import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { composeEmail } from '../../../platform/server/mail/compose.ts'
import { emailBrand } from '../../../product/brand/emailBrand.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import type { Template, TemplateLists } from '../contract.ts'
import { MAX_TEMPLATES } from '../rules/templates.ts'
import { writtenEmail, writtenValues } from './commands/render.ts'
import { countTemplateUse } from './commands/uses.ts'
import { renderedTemplate } from './queries/templates.ts'
import { placeholderValues } from './queries/values.ts'

let office: TestOffice
let agent: TestClient
let agent2: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, agent2, admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => office.rows('DELETE FROM templates'))

const hello = { name: 'First hello', content: 'Good {{time_of_day}} {{lead_first_name}}', platform: 'text' }
const viewing = {
  name: 'After a viewing request',
  subject: '{{lead_first_name}}, your viewing request',
  content: '<p>Good {{time_of_day}} {{lead_first_name}},</p><p>I know the building.</p>',
  platform: 'email',
}
const add = async (client: TestClient, fields: object = hello): Promise<Template> =>
  (await client.post('templates', fields)).data
const lists = async (client: TestClient): Promise<TemplateLists> => (await client.get('templates')).data
const names = (templates: readonly Template[]) => templates.map(({ name }) => name)

describe('templates', () => {
  it('come in four lists and a fifth for marketing', async () => {
    await add(agent)
    await add(agent, viewing)
    await add(admin, { ...hello, name: 'Default hello', is_default: true })
    await add(admin, { ...viewing, name: 'Default viewing', is_default: true })
    await add(admin, { ...viewing, name: 'Precon', is_marketing: true, is_preconstruction: true })
    const mine = await lists(agent)
    expect(Object.fromEntries(Object.entries(mine).map(([list, templates]) => [list, names(templates)]))).toEqual({
      defaultText: ['Default hello'],
      customText: ['First hello'],
      defaultEmail: ['Default viewing'],
      customEmail: ['After a viewing request'],
      marketing: ['Precon'],
    })
    expect(mine.marketing[0]).toMatchObject({ is_preconstruction: true, may_change: false })
    expect(names((await lists(agent2)).customText)).toEqual([])
    expect((await lists(admin)).defaultText[0]).toMatchObject({ may_change: true, is_own: false })
  })

  it('are answered with their fields when they are added and edited with the same payload', async () => {
    const added = await agent.post('templates', viewing)
    expect(added).toMatchObject({ http: 201, data: { ...viewing, id: expect.any(Number), uses: 0, version: 1 } })
    const changed = await agent.post(`templates/${added.data.id}`, { ...viewing, subject: 'Your request' })
    expect(changed).toMatchObject({ http: 200, data: { ...viewing, subject: 'Your request', version: 2 } })
    expect((await agent.delete(`templates/${added.data.id}`)).http).toBe(200)
    expect((await lists(agent)).customEmail).toEqual([])
    expect((await agent.post(`templates/${added.data.id}/restore`)).data).toMatchObject({ subject: 'Your request' })
    expect(names((await lists(agent)).customEmail)).toEqual([viewing.name])
  })

  it('refuse unknown placeholders by name, in the subject and in the content', async () => {
    const answer = await agent.post('templates', { ...viewing, subject: '{{name}}', content: '<p>{{foo}} {{bar}}</p>' })
    expect(answer).toMatchObject({
      http: 422,
      message: {
        subject: ['{{name}} is not a placeholder.'],
        content: ['{{foo}} is not a placeholder.', '{{bar}} is not a placeholder.'],
      },
    })
    const spelled = await agent.post('templates', {
      ...viewing,
      content: '<p>&#123;&#123;foo&#125;&#125; {<i></i>{bar}}</p>',
    })
    expect(spelled.http).toBe(422)
    const link = '<p><a href="https://x.test/{{lead_email}}">here</a></p>'
    expect((await agent.post('templates', { ...viewing, content: link })).message).toEqual({
      content: ['A placeholder cannot stand in the address of a link or a picture.'],
    })
  })

  it('of the brokerage are changed by administrators, those of a person by nobody else', async () => {
    const own = await add(agent)
    const everybodys = await add(admin, { ...hello, is_default: true })
    expect((await agent.post('templates', { ...hello, is_default: true })).http).toBe(403)
    expect((await agent.post(`templates/${everybodys.id}`, { name: 'Mine' })).http).toBe(403)
    expect((await agent.delete(`templates/${everybodys.id}`)).http).toBe(403)
    expect((await agent2.post(`templates/${own.id}`, { name: 'Mine' })).http).toBe(404)
    expect((await admin.delete(`templates/${own.id}`)).http).toBe(404)
    await agent.delete(`templates/${own.id}`)
    expect((await agent2.post(`templates/${own.id}/restore`)).http).toBe(404)
    expect((await agent.post(`templates/${own.id}/restore`)).http).toBe(200)
    expect((await admin.post(`templates/${everybodys.id}`, { name: 'Hello' })).data.name).toBe('Hello')
  })

  it('that somebody else changed meanwhile are answered instead of overwritten', async () => {
    const { id, version } = await add(agent)
    await agent.post(`templates/${id}`, { name: 'Second hello' })
    const late = await agent.post(`templates/${id}`, { name: 'Third hello' }, { 'if-match': `"${version}"` })
    expect(late).toMatchObject({ http: 412, error: 'stale', data: { name: 'Second hello', version: version + 1 } })
  })

  it('stay what they were added for', async () => {
    const { id } = await add(agent)
    expect((await agent.post(`templates/${id}`, { platform: 'email' })).http).toBe(422)
    expect((await agent.post(`templates/${id}`, { is_default: true })).http).toBe(422)
    expect((await agent.post('templates', { ...hello, is_preconstruction: true })).http).toBe(422)
    expect((await admin.post('templates', { ...hello, is_marketing: true })).http).toBe(422)
  })

  it('are counted one after the other, so that nobody has more than the limit', async () => {
    await office.rows(
      `INSERT INTO templates (user_id, platform, name, content) SELECT $1, 'text', 'T' || i, 'Hello' FROM generate_series(2, $2::int) i`,
      [office.userId('agent'), MAX_TEMPLATES],
    )
    const answers = await Promise.all([1, 2, 3].map(() => agent.post('templates', hello)))
    expect(answers.map(({ http }) => http).sort()).toEqual([201, 409, 409])
  })
})

describe('an e-mail template', () => {
  it('is rendered when it is saved, ready to be filled for any lead', async () => {
    const { id } = await add(agent, viewing)
    const person = adminAtWork(office.server.database, office.userId('agent'))
    const source = await renderedTemplate(person.reading, id)
    if (!source) throw new Error('Nothing was rendered.')
    const lead = await office.lead('agent', { first_name: 'Zoë' })
    const values = (await placeholderValues(person.reading, [lead])).get(lead)
    if (!values) throw new Error('There are no values.')
    const brand = emailBrand({ siteName: 'Keyturn', brand: 'property' }, null)
    const email = composeEmail(writtenEmail(source, 'https://crm.test'), writtenValues(source, values), brand)
    expect(email.subject).toBe('Zoë, your viewing request')
    expect(email.text).toMatch(/^Good (Morning|Afternoon|Evening) Zoë,\nI know the building\.\n$/)
    expect(await renderedTemplate(person.reading, (await add(agent)).id)).toBeNull()
  })
})

describe('the use of a template', () => {
  it('is counted for everybody who sends it, and stands first in its list', async () => {
    const [seldom, often] = [
      await add(admin, { ...hello, name: 'A', is_default: true }),
      await add(admin, { ...hello, name: 'B', is_default: true }),
    ]
    const use = (account: string, id: number, uses: number) =>
      adminAtWork(office.server.database, office.userId(account)).writing(ctx =>
        countTemplateUse(ctx, id, { sender: ctx.viewer, uses }),
      )
    await use('agent', often.id, 42)
    await use('agent2', often.id, 1)
    await use('agent', seldom.id, 1)
    await office.rows(`INSERT INTO template_uses VALUES ($1, $2, now() - interval '40 days', 7)`, [
      often.id,
      office.userId('agent'),
    ])
    expect((await lists(agent)).defaultText).toMatchObject([
      { name: 'B', uses: 50, uses_this_month: 43 },
      { name: 'A', uses: 1, uses_this_month: 1 },
    ])
  })
})

describe('the values of placeholders', () => {
  const values = async (id: number) => (await agent.get('templates/values', { lead_id: id })).data

  it('are those of the lead and of their agent, with what was corrected by hand', async () => {
    const id = await office.lead('agent', {
      first_name: 'Amara',
      last_name: 'Okafor',
      email: 'old@people.test',
      email_private: 'amara@people.test',
      phone: '+14165550111',
      phone_private: '+14165550117',
    })
    const [user] = await office.rows('SELECT first_name, last_name, email FROM users WHERE id = $1', [
      office.userId('agent'),
    ])
    expect(await values(id)).toMatchObject({
      lead_first_name: 'Amara',
      lead_full_name: 'Amara Okafor',
      lead_email: 'amara@people.test',
      lead_phone: '(416) 555-0117',
      lead_area: 'Toronto',
      agent_first_name: user?.first_name,
      agent_full_name: `${user?.first_name} ${user?.last_name}`,
      agent_email: user?.email,
      time_of_day: expect.stringMatching(/^(Morning|Afternoon|Evening)$/),
    })
  })

  it('name the website that the lead came from', async () => {
    const [site] = await office.rows(`INSERT INTO sites (name, domain) VALUES ('Condos', 'condos.test') RETURNING id`)
    expect((await values(await office.lead('agent', { site_id: site?.id }))).site_name).toBe('Condos')
    expect((await values(await office.lead('agent', {}))).site_name).not.toBe('')
  })

  it('are nobody’s who may not open the lead', async () => {
    const id = await office.lead('agent2')
    expect((await agent.get('templates/values', { lead_id: id })).http).toBe(404)
  })
})

describe('the picture of an e-mail', () => {
  const sent = (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('file', new Blob([bytes]), 'house.png')
    return agent.upload('templates/pictures', form)
  }

  it('is drawn anew and served to everybody who has its address', async () => {
    const png = await sharp({ create: { width: 3000, height: 20, channels: 3, background: '#2862d3' } })
      .png()
      .withExif({ IFD0: { Copyright: 'Somebody at home' } })
      .toBuffer()
    const { data } = await sent(new Uint8Array(png))
    expect(data.width).toBe(560)
    const answer = await fetch(`${office.server.url}${data.url}`)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const drawn = await sharp(bytes).metadata()
    expect(drawn).toMatchObject({ format: 'jpeg', width: 1200 })
    expect(drawn).not.toHaveProperty('exif')
    const content = `<p>Here</p><img src="${data.url}" alt="The house"><img src="https://evil.test/pixel.gif">`
    expect((await add(agent, { ...viewing, content })).content).toBe(
      `<p>Here</p><img src="${data.url}" alt="The house" width="560" />`,
    )
  })

  it('is refused when it is none', async () => {
    expect(await sent(new TextEncoder().encode('<svg onload="alert(1)">'))).toMatchObject({
      http: 422,
      message: { file: ['This file is no picture that can be read.'] },
    })
    expect((await fetch(`${office.server.url}/pictures/${'0'.repeat(32)}.jpg`)).status).toBe(404)
  })
})
