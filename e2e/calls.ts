import { DEMO_PASSWORD, type DemoEmail } from '../src/features/people/contract/demoAccounts.ts'

/** Asks a running product what a screen would: posts a body, reads without one. Answers the data of the answer. */
export async function ask(url: string, path: string, body: object | null, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const init = body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await fetch(`${url}/crm/${path}`, init)).json()).data
}

/** Signs somebody of the demo in, for calls beside a page. */
export async function tokenOf(url: string, email: DemoEmail): Promise<string> {
  return (await ask(url, 'login/manual', { email, password: DEMO_PASSWORD })).user.token
}
