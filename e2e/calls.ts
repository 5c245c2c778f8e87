import { DEMO_PASSWORD, type DemoEmail } from '../src/features/people/contract/demoAccounts.ts'

/** What a running product answered. */
interface Answer {
  http: number
  /** 1, or 0 when it refused. */
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read from it what they need
  data: any
  /** The sentence of a refusal, or the sentences by field. */
  message: unknown
}

/** A refusal is an answer as well, and what is no envelope a refusal. */
async function answerOf(url: string, path: string, body: object | null, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const init = body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${url}/crm/${path}`, init)
  const text = await answer.text()
  try {
    return { ...JSON.parse(text), http: answer.status }
  } catch {
    return { http: answer.status, status: 0, data: null, message: text.slice(0, 200) }
  }
}

/** Asks a running product what a screen would: posts a body, reads without one. Answers the data; a refusal fails the test. */
export async function ask(url: string, path: string, body: object | null, token?: string) {
  const { http, status, data, message } = await answerOf(url, path, body, token)
  if (status === 1 && http < 400) return data
  throw new Error(`${body === null ? 'GET' : 'POST'} /crm/${path} was refused: ${http} ${JSON.stringify(message)}`)
}

/** Signs somebody of the demo in, for calls beside a page. */
export async function tokenOf(url: string, email: DemoEmail): Promise<string> {
  return (await ask(url, 'login/manual', { email, password: DEMO_PASSWORD })).user.token
}
