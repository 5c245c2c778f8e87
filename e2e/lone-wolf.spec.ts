import { ask, tokenOf } from './calls.ts'
import { expect, test } from './product.ts'
import { signIn } from './support.ts'

/** The first deal that stands so with Lone Wolf. */
async function dealIn(url: string, token: string, state: string): Promise<number> {
  for (let page = 1; page <= 8; page++) {
    const { data } = await ask(url, `deals?perPage=25&page=${page}&sort=-closed_date`, null, token)
    for (const { id } of data) if ((await ask(url, `deals/${id}/lone-wolf`, null, token)).state === state) return id
  }
  throw new Error(`No deal is ${state}.`)
}

test('a deals administrator says which side holds of a deal that both changed, and it is confirmed', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const token = await tokenOf(url, 'deals@keyturn.test')
  const id = await dealIn(url, token, 'differs')
  await signIn(page, 'Deals', `/deals/${id}`)
  const panel = page.getByRole('region', { name: 'Trade in Lone Wolf' })
  await expect(panel.getByRole('status')).toContainText('Which one holds?')
  await expect(panel.getByRole('row').filter({ hasText: 'Closing' })).toBeVisible()
  await panel.getByRole('button', { name: 'Keep ours' }).click()
  await expect(panel.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(panel.getByRole('table')).toBeHidden()
})

test('an administrator sends a deal again that Lone Wolf did not take', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const id = await dealIn(url, await tokenOf(url, 'deals@keyturn.test'), 'refused')
  await signIn(page, 'Administrator', `/deals/${id}`)
  const panel = page.getByRole('region', { name: 'Trade in Lone Wolf' })
  await expect(panel.getByRole('status')).toContainText('takes no new trades')
  await panel.getByRole('button', { name: 'Send again' }).click()
  await expect(panel.getByText('Confirmed', { exact: true })).toBeVisible()
})
