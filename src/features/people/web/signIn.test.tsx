import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import type { AuthenticatedUser } from '../contract/people.ts'

const MAIL = 'https://www.googleapis.com/auth/gmail.readonly'
const CALENDAR = 'https://www.googleapis.com/auth/calendar'
const OOPS =
  'Oops! It seems like the popup blocker is enabled in your browser. Please disable it and refresh the page. If you need further assistance, please reach out to CRM Support.'

const agent = (changes: Partial<AuthenticatedUser> = {}): AuthenticatedUser => ({
  id: 7,
  agent_id: 3,
  firstName: 'Maya',
  lastName: 'Lindqvist',
  email: 'maya@keyturn.test',
  phone: null,
  zone: 'America/Toronto',
  leadTypes: [],
  leadAreas: [],
  sites: [],
  features: [],
  team: null,
  is_agent: true,
  is_admin: false,
  is_deals_admin: false,
  is_possessed: false,
  isPossession: false,
  possessed_by: null,
  permissions: ['view_leads'],
  roles: [{ name: 'agent' }],
  google_scopes: [MAIL, CALENDAR],
  token: 'secret-token',
  hasDotloopAccount: false,
  tasksCount: 0,
  opportunitiesCount: 0,
  sent_transfers: [],
  lead_transfers: [],
  ...changes,
})

type Said = { data?: unknown; error?: string; message?: string }
type Answer = (body: URLSearchParams) => Said | Promise<Said>
let answers: Record<string, Answer> = {}
let asked: string[] = []

/** The server, as far as signing in needs it. */
function serve(path: string, answer: Answer): void {
  answers[path] = answer
}

async function load() {
  vi.resetModules()
  const [store, actions, entering, consent] = await Promise.all([
    import('./sessionStore.ts'),
    import('./signIn.ts'),
    import('./sign-in/enter.ts'),
    import('./sign-in/consent.ts'),
  ])
  return { ...store, ...actions, ...entering, ...consent }
}

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  asked = []
  answers = {
    'login/providers': () => ({
      data: { providers: [{ id: 'google', name: 'Google', start_url: '/auth/start' }], manual_form: true },
    }),
    'login/logout': () => ({ data: {} }),
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace('/crm/', '').split('?')[0] ?? ''
    asked.push(path)
    const answer = (await answers[path]?.(init.body as URLSearchParams)) ?? { error: 'not_found', message: 'No.' }
    const body = {
      status: answer.error ? 0 : 1,
      data: answer.data ?? null,
      message: answer.message ?? null,
      error: answer.error ?? null,
    }
    return new Response(JSON.stringify(body), { status: answer.error ? 401 : 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A window of the provider. */
function openWindows(onOpen: (address: URL, opened: { closed: boolean }) => void) {
  vi.stubGlobal('open', (address: string) => {
    const opened = { closed: false, close: () => undefined, location: { assign: () => undefined } }
    onOpen(new URL(address), opened)
    return opened
  })
}
const say = (data: unknown) =>
  setTimeout(() => dispatchEvent(new MessageEvent('message', { data, origin: location.origin })), 5)

describe('a stored sign-in', () => {
  it('fails when nothing is stored', async () => {
    const { session, startSession } = await load()
    startSession()
    expect(session.read()).toMatchObject({ authenticated: false, user: null })
    expect(asked).toEqual([])
  })

  it('is restored with its scopes at once, then reloaded from the server', async () => {
    const first = await load()
    first.session.succeeded(agent({ google_scopes: [MAIL] }))
    serve('login/reload', () => ({ data: { user: agent({ firstName: 'Mia' }), google_scopes: [MAIL, CALENDAR] } }))
    const { session, startSession } = await load()
    expect(session.read()).toMatchObject({
      authenticated: true,
      scopes: { hasEmailAccess: true, hasCalendarAccess: false },
    })
    startSession()
    await expect.poll(() => session.read().user?.firstName).toBe('Mia')
    expect(session.read().scopes.hasCalendarAccess).toBe(true)
  })

  it('is none when another version left it without a field', async () => {
    const { token, ...incomplete } = agent()
    localStorage.setItem(
      'session',
      JSON.stringify({ value: { ...incomplete, token: token.length }, at: Date.now(), version: '1' }),
    )
    const { session } = await load()
    expect(session.read()).toMatchObject({ authenticated: false, user: null })
  })

  it('is kept with the time and the version', async () => {
    const { session } = await load()
    session.succeeded(agent())
    expect(JSON.parse(localStorage.getItem('session') ?? '{}')).toMatchObject({
      at: expect.any(Number),
      version: '9.1.0',
      value: { id: 7 },
    })
  })

  it('ends with a sentence when the server no longer knows the token', async () => {
    const first = await load()
    first.session.succeeded(agent())
    serve('login/reload', () => ({ error: 'token_invalid' }))
    const { session, startSession } = await load()
    startSession()
    await expect.poll(() => session.read().authenticated).toBe(false)
    expect(session.read().error).toBe('Your session has expired, please login again.')
    expect(localStorage.getItem('session')).toBeNull()
  })
})

describe('signing in', () => {
  it('says why it failed', async () => {
    serve('login/manual', () => ({ error: 'validation', message: 'The e-mail or the password is wrong.' }))
    const { session, signInManually } = await load()
    expect(await signInManually('a', 'b')).toBe(false)
    expect(session.read()).toMatchObject({ authenticated: false, error: 'The e-mail or the password is wrong.' })
  })

  it('runs the feature checks of the entry', async () => {
    serve('login/manual', () => ({ data: { user: agent(), google_scopes: [MAIL, CALENDAR] } }))
    const { signInManually } = await load()
    await signInManually('a', 'b')
    await expect
      .poll(() => asked)
      .toEqual(expect.arrayContaining(['feature/my-leads', 'feature/claim_leads', 'feature/access_listings']))
  })
})

describe('the consent to mail and calendar', () => {
  it('opens by itself and grants both scopes', async () => {
    serve('google', body => ({ data: { google_scopes: body.get('code') === 'c0de' ? [MAIL, CALENDAR] : [] } }))
    openWindows(address => {
      expect(address.searchParams.get('purpose')).toBe('scopes')
      say({ code: 'c0de' })
    })
    const { session, askForScopes, mayEnter } = await load()
    session.succeeded(agent({ google_scopes: [] }))
    await askForScopes('/leads')
    expect(mayEnter(session.read())).toBe(true)
  })

  it('tracks mail and calendar apart', async () => {
    serve('google', () => ({ data: { google_scopes: [CALENDAR] } }))
    openWindows(() => say({ code: 'c0de' }))
    const { session, askForScopes, mayEnter } = await load()
    session.succeeded(agent({ google_scopes: [] }))
    await askForScopes('/leads')
    expect(session.read().scopes).toMatchObject({ hasEmailAccess: false, hasCalendarAccess: true })
    expect(mayEnter(session.read())).toBe(false)
  })

  it.each([
    ['is blocked', () => vi.stubGlobal('open', () => null), OOPS],
    ['is closed', () => openWindows((_, opened) => Object.assign(opened, { closed: true })), OOPS],
    [
      'is refused',
      () => openWindows(() => say({ error: 'access_denied' })),
      'Error in authorizing google scopes: access denied',
    ],
  ])('logs the person out with a sentence when the window %s', async (_, prepare, sentence) => {
    prepare()
    const { session, askForScopes } = await load()
    session.succeeded(agent({ google_scopes: [] }))
    await askForScopes('/leads')
    expect(session.read()).toMatchObject({ authenticated: false, error: sentence })
    expect(asked).toContain('login/logout')
  })

  it('is not asked of somebody who acts as another', async () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    const { session, askForScopes, mayEnter } = await load()
    session.succeeded(agent({ google_scopes: [], is_possessed: true }))
    await askForScopes('/leads')
    expect(open).not.toHaveBeenCalled()
    expect(mayEnter(session.read())).toBe(true)
  })

  it('ignores messages of other sites', async () => {
    openWindows((_, opened) => {
      dispatchEvent(new MessageEvent('message', { data: { code: 'theirs' }, origin: 'https://elsewhere.test' }))
      setTimeout(() => Object.assign(opened, { closed: true }), 5)
    })
    const { session, askForScopes } = await load()
    session.succeeded(agent({ google_scopes: [] }))
    await askForScopes('/leads')
    expect(asked).not.toContain('google')
  })
})

describe('what was read on a computer', () => {
  let stored: Set<string>
  beforeEach(() => {
    stored = new Set(['data-9.1.0', 'shared-contacts', 'page'])
    vi.stubGlobal('caches', {
      keys: async () => [...stored],
      delete: async (name: string) => stored.delete(name),
    })
    localStorage.setItem('recent:7', JSON.stringify({ at: Date.now(), version: '9.1.0', value: [] }))
    localStorage.setItem('draft:7:note', JSON.stringify({ at: Date.now(), version: '9.1.0', value: 'Typed' }))
  })
  const goes = () => expect.poll(() => [...stored]).toEqual(['page'])
  const refuse = (path: string) => serve(path, () => ({ error: 'non_refreshable' }))

  it('goes when the server ended the session; what was typed stays', async () => {
    refuse('login/reload')
    const { session, startSession } = await load()
    session.succeeded(agent())
    startSession()
    await goes()
    expect(localStorage.getItem('recent:7')).toBeNull()
    expect(localStorage.getItem('draft:7:note')).not.toBeNull()
  })

  it('goes when maintenance signs everybody out', async () => {
    serve('login/maintenance-logout', () => ({ data: {} }))
    const { session, logoutForMaintenance } = await load()
    session.succeeded(agent())
    await logoutForMaintenance()
    await goes()
  })

  it('goes when a refused consent signs the person out', async () => {
    const { session, logoutBecause } = await load()
    session.succeeded(agent())
    await logoutBecause('Refused.')
    await goes()
  })

  it('goes before another person is signed in', async () => {
    serve('login/manual', () => ({ data: { user: agent({ id: 8, token: 'other' }), google_scopes: [MAIL, CALENDAR] } }))
    const { session, signInManually } = await load()
    session.watch(() => {
      if (session.read().authenticated) expect([...stored]).toEqual(['page'])
    })
    expect(await signInManually('a', 'b')).toBe(true)
    expect([...stored]).toEqual(['page'])
  })

  it('goes when an administrator begins to act as somebody else, under the same token', async () => {
    const possessed = agent({ id: 9, is_possessed: true, possessed_by: { id: 7, name: 'Maya' } })
    serve('login/possession', () => ({ data: { user: possessed, google_scopes: [] } }))
    const { session, possess } = await load()
    session.succeeded(agent())
    expect(await possess(9)).toBe(true)
    await goes()
  })

  it('goes when the server ended possession, of which the person learns at once', async () => {
    serve('login/reload', () => ({ data: { user: agent(), google_scopes: [MAIL, CALENDAR] } }))
    const { session, followOwnRights } = await load()
    const { liveChanges } = await import('../../../platform/web/live/live.ts')
    session.succeeded(agent({ id: 9, is_possessed: true, possessed_by: { id: 7, name: 'Maya' } }))
    const stop = followOwnRights()
    liveChanges.emit({ topic: 'people', ids: [12] })
    expect(asked).not.toContain('login/reload')
    liveChanges.emit({ topic: 'people', ids: [9] })
    await goes()
    expect(session.read()).toMatchObject({ isPossessed: false, user: { id: 7 } })
    stop()
  })

  it('stays while the same person works on', async () => {
    serve('login/reload', () => ({ data: { user: agent({ firstName: 'Mia' }), google_scopes: [MAIL, CALENDAR] } }))
    const { session, reloadUser } = await load()
    session.succeeded(agent())
    await reloadUser()
    expect(session.read().user?.firstName).toBe('Mia')
    expect(stored.size).toBe(3)
  })
})

describe('coming back from the provider while somebody is signed in', () => {
  const answer = { purpose: 'signin', credential: 'ticket', origin: '/tasks', refusal: null } as const

  it.each([
    [true, 8],
    [false, 7],
  ])('asks before the session is replaced, and follows the answer %s', async (yes, id) => {
    serve('login', () => ({ data: { user: agent({ id: 8, token: 'other' }), google_scopes: [MAIL, CALENDAR] } }))
    const { session, finishRedirect } = await load()
    const { useQuestion } = await import('../../../platform/web/page/confirm.ts')
    session.succeeded(agent())
    const finished = finishRedirect(answer, '/tasks')
    const { result } = renderHook(() => useQuestion())
    expect(result.current?.message).toContain('You are signed in as Maya Lindqvist.')
    expect(asked).not.toContain('login')
    act(() => result.current?.answer(yes))
    await finished
    expect(session.read().user?.id).toBe(id)
    expect(asked.includes('login')).toBe(yes)
  })
})

describe('leaving', () => {
  it('by a call that maintenance refuses tells the server, and leaves the reason to the notice of the sign-in page', async () => {
    serve('login/maintenance-logout', () => ({ data: {} }))
    serve('login/reload', () => ({ error: 'maintenance', message: 'The CRM is under maintenance.' }))
    const { session, reloadUser, startSession } = await load()
    startSession()
    session.succeeded(agent())
    await reloadUser()
    await waitFor(() => expect(session.read()).toMatchObject({ authenticated: false, error: null }))
    expect(asked).toContain('login/maintenance-logout')
  })

  it('by maintenance tells the server once, however many calls are refused', async () => {
    serve('login/maintenance-logout', () => ({ data: {} }))
    const { session, logoutForMaintenance } = await load()
    session.succeeded(agent())
    await Promise.all([logoutForMaintenance(), logoutForMaintenance(), logoutForMaintenance()])
    expect(asked.filter(path => path === 'login/maintenance-logout')).toHaveLength(1)
  })

  it('is not undone by an answer about the person that was on its way', async () => {
    const { promise: reloaded, resolve: answer } = Promise.withResolvers<Said>()
    serve('login/reload', () => reloaded)
    const { session, reloadUser, logoutBecause } = await load()
    session.succeeded(agent())
    const reloading = reloadUser()
    await logoutBecause('Refused.')
    answer({ data: { user: agent(), google_scopes: [] } })
    await reloading
    expect(session.read()).toMatchObject({ authenticated: false, error: 'Refused.' })
    expect(localStorage.getItem('session')).toBeNull()
  })

  it('on purpose loads the sign-in page, which knows nothing of the page that was open', async () => {
    const replace = vi.fn()
    vi.stubGlobal('location', { ...location, href: 'http://localhost/admin', replace })
    const { session, logout } = await load()
    session.succeeded(agent())
    await logout()
    expect(replace).toHaveBeenCalledWith('/login')
    expect(localStorage.getItem('session')).toBeNull()
  })
})
