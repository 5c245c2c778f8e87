import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendWaiting, signInOrKeep, type WaitingSignIn } from './waiting.ts'

const signIn = (name: string, signed_at: string, open_house_id = 7): WaitingSignIn => ({
  ...{ open_house_id, sign_in_id: crypto.randomUUID(), name, signed_at },
  ...{ email: `${name.toLowerCase()}@people.test`, phone: '', has_agent: null, agrees: false },
})

type Answer = 'away' | { http: number; message?: unknown }
const taken = { http: 200 }

/** What the network does with the next requests; what was asked is kept. */
function network(...answers: Answer[]): { path: string; fields: URLSearchParams }[] {
  const asked: { path: string; fields: URLSearchParams }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, fields: new URLSearchParams(String(init.body)) })
    const answer = answers.shift() ?? 'away'
    if (answer === 'away') throw new TypeError('Failed to fetch')
    const { http, message = null } = answer
    return Response.json({ status: http === 200 ? 1 : 0, data: {}, message, error: null }, { status: http })
  })
  return asked
}

/** Others keep things beside it. */
const kept = () => Object.keys(localStorage).filter(key => key.includes('openHouse:waiting:')).length

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('a sign-in', () => {
  it('leaves the tablet when the server has it', async () => {
    const asked = network(taken)
    await signInOrKeep('new', signIn('Ada', '2026-11-29T19:30:00Z'))
    expect(asked[0]?.path).toBe('/crm/open-house/new')
    expect(asked[0]?.fields.has('signed_at')).toBe(false)
    expect(kept()).toBe(0)
  })

  it.each<Answer>(['away', { http: 503 }, { http: 429, message: 'Too many' }, { http: 404, message: 'Gone' }])(
    'waits where the server may take it later: %o',
    async answer => {
      network(answer)
      await signInOrKeep('old', signIn('Ada', '2026-11-29T19:30:00Z'))
      expect(kept()).toBe(1)
    },
  )

  it('is forgotten when the visitor is there to correct it', async () => {
    network({ http: 422, message: { phone: ['Check this phone number.'] } })
    await expect(signInOrKeep('new', signIn('Ada', '2026-11-29T19:30:00Z'))).rejects.toThrow('Check this phone number')
    expect(kept()).toBe(0)
  })
})

describe('what waits', () => {
  const keepThree = async () => {
    network()
    await signInOrKeep('old', signIn('Grace', '2026-11-29T19:40:00Z'))
    await signInOrKeep('old', signIn('Ada', '2026-11-29T19:30:00Z'))
    await signInOrKeep('old', signIn('Alan', '2026-11-29T19:50:00Z', 8))
  }

  it('goes out oldest first with its time, by the link that the tablet has now, and only of this open house', async () => {
    await keepThree()
    const asked = network(taken, taken)
    expect(await sendWaiting('new', 7)).toBeNull()
    expect(asked.map(({ path, fields }) => [path, fields.get('name'), fields.get('signed_at')])).toEqual([
      ['/crm/open-house/new', 'Ada', '2026-11-29T19:30:00Z'],
      ['/crm/open-house/new', 'Grace', '2026-11-29T19:40:00Z'],
    ])
    expect(kept()).toBe(1)
  })

  it('stays while the network is away, and says what was refused without holding up the rest', async () => {
    await keepThree()
    network('away')
    expect(await sendWaiting('new', 7)).toBeNull()
    expect(kept()).toBe(3)
    network({ http: 409, message: 'Sign-in closed.' }, taken)
    expect(await sendWaiting('new', 7)).toBe('Sign-in closed.')
    expect(kept()).toBe(2)
  })
})
