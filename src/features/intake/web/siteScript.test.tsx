import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const code = readFileSync('src/features/intake/server/site/keyturn.js', 'utf8')
const asked = vi.fn(async (_url: string, _request: RequestInit) => new Response('{}'))

beforeEach(() => {
  localStorage.clear()
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  document.body.innerHTML = ''
  document.head.innerHTML = '<script data-key="kt_site_1" src="https://crm.test/site/keyturn.js"></script>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, 'keyturn')
  localStorage.clear()
  document.body.innerHTML = ''
  document.head.innerHTML = ''
})

/** What a page does that has the script. */
function openPage(): void {
  Reflect.deleteProperty(window, 'keyturn')
  runInThisContext(code)
}
const inShadow = (selector: string): HTMLElement[] =>
  [...document.body.children].flatMap(host => [...(host.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])])
const press = (name: string) =>
  inShadow('button')
    .find(({ textContent }) => textContent === name)
    ?.click()
const sent = () =>
  asked.mock.calls.map(([url, { body, credentials }]) => ({ url, credentials, event: JSON.parse(String(body)) }))

it('stores nothing, sets no cookie and sends nothing before the visitor agreed', () => {
  openPage()
  expect(inShadow('section')).toHaveLength(1)
  expect([localStorage.length, sessionStorage.length, document.cookie, sent()]).toEqual([0, 0, '', []])
})

it('reports the visit once the visitor agreed, and asks no second time', () => {
  openPage()
  press('Allow')
  const visitor = localStorage.getItem('keyturn')
  expect(sent()).toMatchObject([
    {
      url: 'https://crm.test/site/kt_site_1/events',
      credentials: 'omit',
      event: { type: 'visited', data: { visitor_id: visitor } },
    },
  ])
  openPage()
  expect(inShadow('section')).toEqual([])
  expect(sent()[1]?.event.data.visitor_id).toBe(visitor)
  expect(document.cookie).toBe('')
})

it('reports nothing of who declined, on this page and on the next', () => {
  openPage()
  press('No, thanks')
  openPage()
  expect([inShadow('section'), sent()]).toEqual([[], []])
})

it('says which home a page is about', () => {
  localStorage.setItem('keyturn', 'browser-1')
  document.head.insertAdjacentHTML('beforeend', '<meta name="keyturn:mls" content="C123">')
  openPage()
  expect(sent()).toMatchObject([{ event: { type: 'listing_viewed', data: { mls_number: 'C123' } } }])
})

it('sends a form also without that consent, and then without a name for the browser', async () => {
  document.body.innerHTML = '<div data-keyturn-form="viewing_requested" data-mls="C123"></div>'
  openPage()
  const [form] = inShadow('form') as HTMLFormElement[]
  const fill = (name: string, value: string) =>
    Object.assign(form?.querySelector(`[name=${name}]`) ?? {}, { value, checked: true })
  fill('first_name', 'Ana')
  fill('email', 'ana@mail.test')
  fill('consent', 'on')
  form?.dispatchEvent(new Event('submit', { cancelable: true }))
  const [only] = sent()
  expect(only?.event).toMatchObject({
    type: 'viewing_requested',
    person: { first_name: 'Ana', email: 'ana@mail.test' },
    data: { mls_number: 'C123', consent: { channels: ['email'] } },
  })
  expect(only?.event.data).not.toHaveProperty('visitor_id')
  expect(localStorage.length).toBe(0)
  await expect
    .poll(() => inShadow('p').map(({ textContent }) => textContent))
    .toContain('Thank you. We will be in touch.')
})

it('sends nothing that a program filled in', () => {
  document.body.innerHTML = '<div data-keyturn-form="contact_agent"></div>'
  openPage()
  const [form] = inShadow('form') as HTMLFormElement[]
  Object.assign(form?.querySelector('[name=company]') ?? {}, { value: 'Spam Ltd' })
  form?.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(sent()).toEqual([])
})
