import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FeatureAnswers, mayOpen, type Person } from '../../../features/settings/rules.ts'
import { storeAddress } from '../../../product/appStores.ts'
import { maintenanceSentence } from '../banners/maintenanceSentence.ts'
import { badgeText, entryOf, isButton, segmentLabel } from '../drawer/access.ts'
import { type NavigationEntry, navigation } from '../drawer/navigation.ts'
import { answering, isSameLead, scoreOf, totalsOf } from './palette.ts'

const nobody: Person = { isAdmin: false, isAgent: false, isDealsAdmin: false, permissions: [] }
const agent = { ...nobody, isAgent: true, permissions: ['view_leads'] }
const admin = { ...nobody, isAdmin: true, permissions: ['view_all_leads', 'can_view_team'] }
const deals = { ...nobody, isDealsAdmin: true, permissions: ['deals_access'] }
const page = (id: string): NavigationEntry => navigation.find(entry => entry.id === id) ?? expect.fail(`no page ${id}`)

describe('who may open a page', () => {
  test('admin, agent or deals when the entry lists them, or whoever holds its permission', () => {
    const roles = ['admin', 'agent', 'deals'] as const
    fc.assert(
      fc.property(
        fc.subarray([...roles]),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (listed, isAdmin, isAgent, isDealsAdmin, holds) => {
          const entry = { ...page('leads'), roles: listed, permission: 'view_leads' as const, feature: null }
          const person = { isAdmin, isAgent, isDealsAdmin, permissions: holds ? ['view_leads'] : [] }
          const byRole =
            (isAdmin && listed.includes('admin')) ||
            (isAgent && listed.includes('agent')) ||
            (isDealsAdmin && listed.includes('deals'))
          expect(mayOpen(entry, person, {})).toBe(byRole || holds)
        },
      ),
    )
  })

  test.each(['happy_hour', 'claim_leads'])('%s is hidden until its feature is enabled, then there for agents', id => {
    const entry = page(id)
    const shows = (person: Person, features: FeatureAnswers) => [
      mayOpen(entry, person, features),
      isButton(entry, person, features, 1440),
    ]
    const hidden = [false, false]
    expect(shows(agent, {})).toEqual(hidden)
    expect(shows(agent, { [id]: { enabled: false } })).toEqual(hidden)
    expect(shows(agent, { [id]: { enabled: true } })).toEqual([true, true])
    expect(shows(agent, { [id]: { enabled: true, agent_only: true } })).toEqual([true, true])
    expect(shows(deals, { [id]: { enabled: true, agent_only: true } })).toEqual(hidden)
    expect(entry.feature).toBe(id)
  })

  test('the role "none" hides, whatever else is listed', () => {
    expect(mayOpen({ ...page('leads'), roles: ['none', 'admin'], permission: 'view_all_leads' }, admin, {})).toBe(false)
  })

  test.each([
    ['tasks', [agent]],
    ['opportunities', [agent]],
    ['messages', [agent]],
    ['quota_rules', [admin]],
    ['agent_quotas', [admin]],
    ['admin', [admin]],
    ['campaigns', [agent, admin]],
    ['mobile', [agent, admin]],
    ['dev', [agent, admin]],
    ['deals', [deals]],
    ['teams', [admin]],
  ])('%s', (id, allowed) => {
    for (const person of [nobody, agent, admin, deals])
      expect(mayOpen(page(id), person, {})).toBe((allowed as Person[]).includes(person))
  })

  test('a feature check closes a page, opens it, makes it agent-only or gives it a permission', () => {
    const entry = { ...page('campaigns'), feature: 'f' }
    expect(mayOpen(entry, admin, {})).toBe(false)
    expect(mayOpen(entry, admin, { f: { enabled: false } })).toBe(false)
    expect(mayOpen(entry, admin, { f: { enabled: true } })).toBe(true)
    expect(mayOpen(entry, admin, { f: { enabled: true, agent_only: true } })).toBe(false)
    expect(mayOpen(entry, agent, { f: { enabled: true, agent_only: true } })).toBe(true)
    expect(mayOpen(entry, agent, { f: { enabled: true, permission: 'deals_access' } })).toBe(false)
    expect(mayOpen(entry, deals, { f: { enabled: true, permission: 'deals_access' } })).toBe(true)
  })
})

describe('the drawer', () => {
  test('a button needs an icon, a screen and its minimum width', () => {
    const built = { ...page('quota_rules'), isBuilt: true, icon: page('admin').icon }
    expect(isButton(built, admin, {}, 768)).toBe(true)
    expect(isButton(built, admin, {}, 767)).toBe(false)
    expect(isButton({ ...built, icon: null }, admin, {}, 1440)).toBe(false)
    expect(isButton({ ...built, isBuilt: false }, admin, {}, 1440)).toBe(false)
  })

  test('My Leads is a page and no button', () => {
    const features = { 'my-leads': { enabled: true } }
    expect(mayOpen(page('leads_v2'), agent, features)).toBe(true)
    expect(isButton(page('leads_v2'), agent, features, 1440)).toBe(false)
  })

  test('external links are for agents', () => {
    expect(navigation.filter(entry => entry.external !== null).map(entry => isButton(entry, agent, {}, 1440))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect(navigation.some(entry => entry.external !== null && isButton(entry, admin, {}, 1440))).toBe(false)
  })

  test('every entry has its own id, and no two share a key', () => {
    expect(new Set(navigation.map(entry => entry.id)).size).toBe(navigation.length)
    const keys = navigation.flatMap(entry => entry.key ?? [])
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('badges say nothing for 0 and 99+ at most', () => {
    expect([0, 1, 99, 100, 2000].map(badgeText)).toEqual([null, '1', '99', '99+', '99+'])
  })
})

describe('the active page', () => {
  test.each([
    ['/leads', 'leads'],
    ['/leads/', 'leads'],
    ['/leads/amara_okafor_12', 'lead'],
    ['/leads_v2', 'leads_v2'],
    ['/admin', 'admin'],
    ['/admin/users', 'admin'],
    ['/admin/happy-hour-report', 'happy_hour_report'],
    ['/brokerage-listings/new', 'new_listing'],
    ['/brokerage-listings/7', 'listing_detail'],
    ['/deals/3', 'deal'],
  ])('%s is %s', (path, id) => expect(entryOf(navigation, path)?.id).toBe(id))
  test('an unknown path is none', () => expect(entryOf(navigation, '/leadsx')).toBeNull())
  test('its words are capitalised, underscores are spaces', () => {
    expect(['quota_rules', 'brokerage-listings', 'leads_v2'].map(segmentLabel)).toEqual([
      'Quota Rules',
      'Brokerage Listings',
      'Leads V2',
    ])
  })
})

describe('what the shell says', () => {
  test('maintenance is announced with its day, hour and length', () => {
    expect(maintenanceSentence({ starts_at: '2026-11-22T07:00:00.000000Z', minutes: 45 }, 'America/Toronto')).toBe(
      'The CRM will enter maintenance on Sunday 22nd, 2:00 AM for 45 minutes',
    )
  })
  test('the app is in the store of the device', () => {
    const config = { site_name: 'Mr. Loft', ios_url: 'https://apps.test/1', android_url: '' }
    expect(storeAddress('ios', config)).toBe('https://apps.test/1')
    expect(storeAddress('android', config)).toBe('https://play.google.com/store/search?c=apps&q=Mr.%20Loft')
  })
})

describe('the palette', () => {
  const item = (group: string, label: string) => ({ id: label, group, label, run: () => undefined })
  test('the start of a name is worth more than the start of a word, and that more than letters', () => {
    expect(['Deals', 'Agent Deals', 'Ideals', 'Do each lead', 'Tasks'].map(label => scoreOf(label, 'dea'))).toEqual([
      4, 3, 2, 1, 0,
    ])
  })
  test('groups keep their order, the best comes first in each', () => {
    const items = [
      item('Actions', 'Add a deal'),
      item('Screens', 'New deals'),
      item('Screens', 'Deals'),
      item('Screens', 'Tasks'),
    ]
    expect(answering(items, 'deal').map(found => found.label)).toEqual(['Add a deal', 'Deals', 'New deals'])
  })

  test('counts every kind of what it found, and what can be done about a person', () => {
    const items = [
      { ...item('People', 'Ana'), isPerson: true },
      { ...item('With Ana', 'Call'), id: 'with-1-call', ofLead: 1 },
      item('Listings', 'King St'),
      item('Listings', 'Queen St'),
      item('Actions', 'Add a deal'),
      { ...item('Recent', 'Omar'), ofLead: 2 },
    ]
    expect(totalsOf(items)).toBe('1 person, 2 listings, 2 actions')
  })

  test('knows a lead again whose name has letters that links encode', () => {
    expect(isSameLead('/leads/Andrés_Peña_12', '/leads/Andr%C3%A9s_Pe%C3%B1a_12')).toBe(true)
    expect(isSameLead('/leads/Ana_Park_12', '/leads/Ana_Park_13')).toBe(false)
    expect(isSameLead('/leads', '/leads')).toBe(false)
  })
})
