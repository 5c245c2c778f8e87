import { expect, type Page } from '@playwright/test'
import { DEMO_NUMBER, postHook } from '../src/integrations/twilio/fake.ts'
import { ask, tokenOf } from './calls.ts'
import { test } from './product.ts'
import { signIn } from './support.ts'

/** A text of a lead, as Twilio brings it to the product. */
async function textFrom(page: Page, number: string, body: string): Promise<void> {
  const { port } = new URL(page.url())
  const url = `http://127.0.0.1:${port}/crm/hooks/twilio/sms`
  const MessageSid = `SM${crypto.randomUUID()}`
  const answer = await postHook({ url }, { MessageSid, From: number, To: DEMO_NUMBER, Body: body, NumMedia: '0' })
  expect(answer.status).toBe(200)
}

/** Opens the first conversation with a lead; answers their number as E.164, from the link that calls them. */
async function openFirst(page: Page): Promise<string> {
  const threads = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
  await threads.filter({ hasNotText: 'New lead' }).first().getByRole('button').click()
  await page.waitForURL(/\/messages\/inbox\/\d+/)
  const call = page.getByRole('complementary', { name: 'About them' }).getByRole('link', { name: /^Call / })
  return ((await call.getAttribute('href')) ?? '').replace('tel:', '')
}

test('an agent texts a lead, who answers, and then wants no more texts', async ({ page, context }) => {
  await signIn(page, 'Agent', '/messages/inbox')
  const number = await openFirst(page)
  const address = new URL(page.url()).pathname
  const messages = page.getByRole('log', { name: 'Messages' })
  await page.getByRole('textbox', { name: 'Text message' }).fill('Saturday 11:30 is confirmed – see you there.')
  await expect(page.getByText(/because of “–”/)).toBeVisible()
  await page.getByRole('button', { name: 'Use “-”' }).click()
  await expect(page.getByRole('textbox', { name: 'Text message' })).toHaveValue(
    'Saturday 11:30 is confirmed - see you there.',
  )
  // By its keys: a lead that is offered meanwhile may lie over the button.
  await page.getByRole('textbox', { name: 'Text message' }).press('ControlOrMeta+Enter')
  await expect(messages.getByText('Saturday 11:30 is confirmed - see you there.')).toBeVisible()
  await expect(messages.locator('li').last()).toContainText('Delivered')
  await expect(page.getByRole('textbox', { name: 'Text message' })).toHaveValue('')

  const second = await context.newPage()
  await second.goto(address)
  await second.getByRole('log', { name: 'Messages' }).getByText('see you there').waitFor()
  await textFrom(page, number, 'Great, is there visitor parking?')
  await expect(
    second.getByRole('log', { name: 'Messages' }).getByText('Great, is there visitor parking?'),
  ).toBeVisible()
  await expect(messages.getByText('Great, is there visitor parking?')).toBeVisible()
  await second.close()

  await textFrom(page, number, 'Arrêt')
  await expect(messages.getByText('ARRÊT · texts are off')).toBeVisible()
  await expect(page.getByRole('note').getByText('This lead has withdrawn consent for texts.')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Text' }).getByRole('button', { name: /^Send/ })).toHaveCount(0)
})

test('a picture is chosen, left out, chosen again, and goes out without words', async ({ page, product }) => {
  const token = await tokenOf(product.url, 'agent@keyturn.test')
  const person = { first_name: 'Pictured', last_name: 'Reyes', phone: '+14165552389' }
  const { id } = await ask(product.url, 'lead', person, token)
  await ask(product.url, `lead/${id}/consent`, { channel: 'text', kind: 'express', source: 'Phone call' }, token)
  await signIn(page, 'Agent', `/messages/inbox/${id}`)
  const composer = page.getByRole('form', { name: 'Text' })
  const choose = () => composer.getByLabel('Pictures', { exact: true }).setInputFiles('public/icon-512.png')
  const chosen = composer.getByRole('list', { name: 'Pictures of this text' }).getByRole('listitem')
  await choose()
  await expect(chosen).toHaveCount(1)
  await chosen.getByRole('button', { name: 'Leave out picture 1' }).click()
  await expect(chosen).toHaveCount(0)
  await choose()
  await expect(chosen).toHaveCount(1)
  await page.reload()
  await expect(chosen.locator('img')).toBeVisible()
  await composer.getByRole('textbox', { name: 'Text message' }).press('ControlOrMeta+Enter')
  await expect(chosen).toHaveCount(0)
  const sent = page.getByRole('log', { name: 'Messages' }).locator('li').last()
  await expect(sent).toContainText('Delivered')
  await expect(sent.getByRole('link', { name: 'Open the picture in its full size' }).locator('img')).toBeVisible()
})

test('a blocked number says whom it cuts off, and is unblocked with Undo', async ({ page }) => {
  await signIn(page, 'Agent', '/messages/inbox')
  const number = await openFirst(page)
  await page.goto('/messages/blocked')
  const list = page.getByRole('region', { name: 'Blocked numbers' })
  const own = list.getByRole('region', { name: 'By you' }).getByRole('listitem')
  await own.first().waitFor()
  const before = await own.count()
  await list.getByRole('textbox', { name: 'Number to block' }).fill(number)
  await expect(list.getByText(/your lead\. They won’t reach you/)).toBeVisible()
  await list.getByRole('button', { name: 'Block number' }).click()
  await expect(page.getByText('Phone number has been blocked.')).toBeVisible()
  await expect(own).toHaveCount(before + 1)
  await own.first().getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText('Phone number has been unblocked.')).toBeVisible()
  await expect(own).toHaveCount(before)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(own).toHaveCount(before + 1)
  await page.goto('/messages/inbox')
  await openFirst(page)
  await expect(page.getByRole('note').getByText(/You blocked this number on/)).toBeVisible()
})
