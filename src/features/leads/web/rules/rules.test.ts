import { describe, expect, it } from 'vitest'
import type { LeadRow } from '../../contract/record.ts'
import { leadPagePath, leadPath } from '../../rules.ts'
import { columnsThatFit } from '../table/LeadColumns.tsx'
import { addressOf, leadIdOf, leadsAddress, tabStateOf } from './address.ts'
import { chosenLeads } from './chosen.ts'
import { datesText, filterFields, filterKeys, readAreas, readDates, readRange, statusesText } from './filters.ts'
import { fieldSentence, fieldsOf, formValuesOf, searchedHints, valuesToSettle } from './leadFields.ts'
import { wireQuestion } from './questions.ts'
import { createSelection } from './selection.ts'
import { ariaSort, nextSort, sortLocally } from './sorting.ts'
import { defaultTab, mayOpenProfile, searchTabOf, type TabViewer, tabsOf } from './tabs.ts'
import { tabStateOfQuestion } from './views.ts'
import { activeText, areasShown, contactedText, countText, isNeglected, rowDay } from './wording.ts'

const agent: TabViewer = { agent_id: 7, is_agent: true, is_admin: false, permissions: ['view_leads'] }
const admin: TabViewer = {
  agent_id: null,
  is_agent: false,
  is_admin: true,
  permissions: ['view_all_leads', 'view_profiles_for_leads'],
}
const now = new Date(2026, 10, 21, 15, 0)
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

describe('what is wrong with a field', () => {
  it('is said once, under the labels of the form, whoever found it', () => {
    expect(fieldSentence('email', 'must be an e-mail address')).toBe('E-mail must be an e-mail address')
    expect(fieldSentence('phone', 'Phone must be a phone number that exists.')).toBe(
      'Phone must be a phone number that exists.',
    )
    expect(fieldSentence('stated_price_max', 'Stated price max must not be below stated price min.')).toBe(
      'Price to must not be below “Price from”.',
    )
    expect(fieldSentence('first_name', 'A lead needs a name.')).toBe('A lead needs a name.')
  })
})

describe('tabs', () => {
  it('gives an agent their own lists and an administrator everybody’s', () => {
    expect(tabsOf(agent, {}).map(tab => tab.id)).toEqual(['leads', 'clients'])
    expect(tabsOf(admin, {}).map(tab => tab.id)).toEqual(['all'])
  })

  it('shows a search tab only while there is a search', () => {
    expect(tabsOf(agent, { agentsearch: 'king west' }).map(tab => tab.id)).toEqual(['leads', 'clients', 'agentsearch'])
  })

  it('opens the lowest priority number', () => {
    expect(defaultTab(admin)).toBe('all')
    expect(defaultTab(agent)).toBe('leads')
    expect(defaultTab({ ...agent, permissions: ['view_all_leads'] }, true)).toBe('leads')
  })

  it('searches all leads for people without an agent record, and their own for the others', () => {
    expect(searchTabOf(admin)).toBe('adminsearch')
    expect(searchTabOf(agent)).toBe('agentsearch')
    expect(searchTabOf({ ...admin, agent_id: 3 })).toBe('agentsearch')
  })

  it('opens profiles from All Leads only for holders of the right', () => {
    expect(mayOpenProfile('all', admin)).toBe(true)
    expect(mayOpenProfile('all', agent)).toBe(false)
    expect(mayOpenProfile('leads', agent)).toBe(true)
  })
})

describe('sorting', () => {
  it('turns ascending, descending, then back to the list’s order', () => {
    expect(nextSort('-last_active_at', 'first_name')).toBe('first_name')
    expect(nextSort('first_name', 'first_name')).toBe('-first_name')
    expect(nextSort('-first_name', 'first_name')).toBe('-last_active_at')
  })

  it('begins dates and scores with the highest', () => {
    expect(nextSort('-last_active_at', 'lead_score')).toBe('-lead_score')
    expect(nextSort('-lead_score', 'lead_score')).toBe('lead_score')
    expect(nextSort('-last_active_at', 'last_active_at')).toBe('last_active_at')
    expect(nextSort('last_active_at', 'last_active_at')).toBe('-last_active_at')
  })

  it('tells a screen reader the direction', () => {
    expect(ariaSort('-lead_score', 'lead_score')).toBe('descending')
    expect(ariaSort('-lead_score', 'first_name')).toBe('none')
    expect(ariaSort('-lead_score', undefined)).toBeUndefined()
  })

  it('orders the rows that are here like the server: first name, then last name, empty values last, ties by id', () => {
    const rows = [
      { id: 1, first_name: 'Ana', last_name: 'Zed', last_contacted_at: null },
      { id: 2, first_name: 'ana', last_name: 'Bo', last_contacted_at: '2026-01-01' },
      { id: 3, first_name: 'Zoe', last_name: 'A', last_contacted_at: '2026-02-01' },
    ]
    expect(sortLocally(rows, 'first_name').map(row => row.id)).toEqual([2, 1, 3])
    expect(sortLocally(rows, '-last_contacted_at').map(row => row.id)).toEqual([3, 2, 1])
    expect(sortLocally(rows, 'last_contacted_at').map(row => row.id)).toEqual([2, 3, 1])
  })
})

describe('filters', () => {
  it('survive a trip through the address bar', () => {
    const state = {
      filters: { status: '3', type: 'buyer_lead,rental_lead', area: 'l12' },
      sort: '-lead_score',
      page: 4,
    }
    expect(tabStateOf(leadsAddress(addressOf('all', state)))).toEqual(state)
  })

  it('leave out what an address got wrong', () => {
    expect(leadsAddress({ tab: 'nonsense', page: 'x', view: 1.5, perPage: 201, status: 5, sort: null })).toEqual({
      status: '5',
    })
    expect(leadsAddress({ tab: 'clients', page: '2', perPage: 50, q: '' })).toEqual({
      tab: 'clients',
      page: 2,
      perPage: 50,
      q: '',
    })
    expect(readAreas('l12,x3,n0,s4')).toEqual([
      { area_id: 12, area_type: 'locality' },
      { area_id: 4, area_type: 'sublocality' },
    ])
    expect(readRange('500000..')).toEqual({ from: 500000, to: null })
  })

  it('keep meaning the past 30 days tomorrow', () => {
    expect(readDates('30d')).toEqual({ within: 30 })
    expect(readDates('over14d')).toEqual({ over: 14 })
    expect(readDates('2026-01-02..2026-01-09')).toEqual({ start: '2026-01-02', end: '2026-01-09' })
    expect([datesText('30d'), datesText('12d'), datesText('over3d')]).toEqual([
      'past 30 days',
      'past 12 days',
      'over 3 days ago',
    ])
  })

  it('come back from a kept view as they went into it', () => {
    const state = {
      filters: {
        status: '3,4',
        type: 'buyer_lead',
        area: 'l12,n40',
        price: '500000..',
        tag: '7',
        site: '2',
        agent: '0,9',
        lastActive: '30d',
        lastContacted: 'over14d',
        claimed: '2026-01-02..2026-01-09',
        created: '..2026-01-09',
        score: '..50',
        source: 'google,walk_in',
        opportunity: '3',
        subscription: 'Pending',
        hasTask: 'no',
        consent: 'express,none',
        consentEnds: '14',
      },
      search: 'king west',
      sort: '-lead_score',
    }
    expect(Object.keys(state.filters).sort()).toEqual([...filterKeys].sort())
    expect(tabStateOfQuestion(wireQuestion(state), state.sort)).toEqual(state)
    expect(tabStateOfQuestion(wireQuestion({ filters: {} }))).toEqual({ filters: {} })
  })

  it('read a run of statuses as its ends', () => {
    const options = ['New', 'Attempting', 'Connected', 'Nurturing', 'Showing'].map((label, value) => ({
      value: `${value}`,
      label,
    }))
    expect(statusesText(['2', '3', '4'], options)).toBe('Connected to Showing')
    expect(statusesText(['0', '2', '4'], options)).toBe('New, Connected +1')
  })
})

describe('selection', () => {
  it('chooses a range from the row touched before', () => {
    const selection = createSelection()
    selection.toggle(20)
    selection.range([10, 20, 30, 40], 40)
    expect(selection.ids()).toEqual([20, 30, 40])
  })

  it('chooses the entire list as its filter, and takes single rows out of it again', () => {
    const selection = createSelection()
    selection.chooseEntire(40_000)
    expect([selection.has(999), selection.size(), selection.ids()]).toEqual([true, 40_000, []])
    selection.toggle(7)
    selection.range([7, 8, 9, 10], 9)
    expect(selection.entire()).toEqual({ total: 40_000, except: [7, 8, 9] })
    expect([selection.has(8), selection.has(10), selection.size()]).toEqual([false, true, 39_997])
    selection.toggle(8)
    expect(selection.size()).toBe(39_998)
  })

  it('is empty once every row was taken out of an entire list', () => {
    const selection = createSelection()
    selection.chooseEntire(2)
    selection.toggle(1)
    selection.toggle(2)
    expect([selection.size(), selection.entire(), selection.has(1)]).toEqual([0, null, false])
  })

  it('counts with the list that it is, and forgets leads that are gone', () => {
    const selection = createSelection([1, 2])
    selection.drop([2, 9])
    expect(selection.ids()).toEqual([1])
    selection.chooseEntire(50)
    selection.recount(48)
    expect(selection.size()).toBe(48)
  })

  it('is sent as ids, or as a filter with its exceptions', () => {
    const selection = createSelection()
    const rows = [{ id: 1 }, { id: 2 }, { id: 3 }] as LeadRow[]
    const asked = { list: 'all' as const, filters: { status: [3] } }
    selection.toggle(2)
    expect(chosenLeads(selection, rows, asked)).toMatchObject({ size: 1, selection: { selected: [2] }, ids: [2] })
    selection.chooseEntire(900)
    selection.toggle(1)
    expect(chosenLeads(selection, rows, asked)).toMatchObject({
      size: 899,
      isEntire: true,
      selection: { all: true, tab: 'all', status: [3], except: [1], expected: 899 },
      ids: [2, 3],
    })
  })

  it('tells only when something changed', () => {
    const selection = createSelection([1])
    let notified = 0
    selection.subscribe(() => {
      notified += 1
    })
    selection.clear()
    selection.clear()
    expect(notified).toBe(1)
  })
})

describe('columns', () => {
  it('show all on a wide window, and leave in the order that the design gives when it narrows', () => {
    const shown = (width: number) => columnsThatFit(width, {}, 'all').map(column => column.id)
    expect(shown(1396)).toContain('created')
    expect(shown(1240)).not.toContain('created')
    expect(shown(1240)).toContain('agent')
    expect(shown(980)).toEqual(['name', 'status', 'score', 'type', 'price', 'location', 'last_active', 'contacted'])
    expect(shown(300)).toEqual(['name', 'status', 'score', 'price', 'location', 'last_active'])
  })

  it('leave the agent out of the lists of one’s own leads, unless somebody switches it on', () => {
    const shown = (list: 'leads' | 'all', switched = {}) => columnsThatFit(1396, switched, list).map(({ id }) => id)
    expect(shown('leads')).not.toContain('agent')
    expect(shown('all')).toContain('agent')
    expect(shown('leads', { agent: true })).toContain('agent')
  })

  it('can be switched on and off by the person', () => {
    expect(columnsThatFit(1396, { agent: false }, 'all').map(column => column.id)).not.toContain('agent')
    expect(columnsThatFit(1396, { id: true }, 'all').map(column => column.id)).toContain('id')
  })
})

describe('words', () => {
  it('say that nobody was in touch yet', () => {
    expect([ago(60), null].map(at => contactedText(at, now))).toEqual(['1 h ago', 'Never'])
  })

  it('keep dates of other years as short as a cell', () => {
    expect(rowDay('2026-11-19T15:00:00Z', now)).toBe('Nov 19')
    expect(rowDay('2025-08-06T15:00:00Z', now)).toBe('Aug 2025')
    expect(activeText('2025-08-06T15:00:00Z', now)).toBe('Aug 2025')
    expect(contactedText('2025-08-06T15:00:00Z', now)).toBe('Aug 2025')
    expect(activeText(ago(60), now)).toBe('1 h')
  })

  it('turn red after 14 days without contact', () => {
    expect(isNeglected({ last_contacted_at: ago(60 * 24 * 14), created_at: ago(0) }, now)).toBe(true)
    expect(isNeglected({ last_contacted_at: ago(60 * 24 * 13), created_at: ago(0) }, now)).toBe(false)
    expect(isNeglected({ last_contacted_at: null, created_at: ago(60) }, now)).toBe(false)
  })

  it('count exactly to 10,000, then say that there are more', () => {
    expect(countText({ total: 1284, total_is_estimate: false })).toBe('1,284')
    expect(countText({ total: 48_211, total_is_estimate: true })).toBe('10,000+')
  })

  it('name two areas, then count', () => {
    expect(areasShown(['King West', 'Liberty Village', 'Niagara'])).toEqual({
      names: 'King West, Liberty Village',
      more: 1,
    })
  })
})

describe('the address of a lead', () => {
  it('holds the name and the id, and is read by its id', () => {
    expect(leadPath({ id: 41, first_name: 'Amara', last_name: 'Okafor' })).toBe('/leads/Amara_Okafor_41')
    expect(leadIdOf('Amara_Okafor_41')).toBe(41)
    expect(leadIdOf('41')).toBe(41)
    expect(leadIdOf('Anna-Maria_de-la-Cruz_7')).toBe(7)
    expect(leadIdOf('nobody')).toBeNull()
  })

  it('is that of their page for a lead without a name, too, and is read by the id', () => {
    expect(leadPagePath({ id: 41, first_name: '', last_name: null })).toBe('/leads/__41')
    expect(leadPagePath({ id: 41 })).toBe('/leads/__41')
    expect(leadIdOf('__41')).toBe(41)
  })

  it('is the list in links that know no name or no id', () => {
    expect(leadPath({ id: 41, first_name: '', last_name: null })).toBe('/leads')
    expect(leadPath({ first_name: '', last_name: '' })).toBe('/leads')
    expect(leadPath({ first_name: 'Amara', last_name: 'Okafor' })).toBe('/leads')
    expect(leadPath({ id: 41, first_name: '', last_name: 'Okafor' })).toBe('/leads/_Okafor_41')
  })
})

describe('the form of a lead', () => {
  it('says what a lead searched for where they stated no price, so that an empty price is no lost one', () => {
    const searched = { searches_price_min: 975_000, searches_price_max: 1_800_000 }
    expect(searchedHints({ stated_price_min: null, stated_price_max: 0, ...searched })).toEqual({
      stated_price_min: 'Not stated; searched from $975,000',
      stated_price_max: 'Not stated; searched to $1,800,000',
    })
    expect(searchedHints({ stated_price_min: null, stated_price_max: 900_000, ...searched })).toEqual({})
  })

  it('begins with prices 0, no types and no areas', () => {
    expect(formValuesOf({ id: 4 })).toMatchObject({
      stated_price_min: '0',
      stated_price_max: '0',
      roles: [],
      areas: [],
    })
  })

  it('begins with empty prices for somebody new, which are sent as none', () => {
    const values = formValuesOf({ phone: '+14165550117' })
    expect(values).toMatchObject({ phone: '+14165550117', stated_price_min: '', stated_price_max: '' })
    expect(fieldsOf(values, null)).toMatchObject({ stated_price_min: 0, stated_price_max: 0 })
  })

  it('sends only what was changed, areas as JSON text', () => {
    const before = formValuesOf(null)
    expect(fieldsOf({ ...before, first_name: ' Ana ', areas: ['l12'] }, before)).toEqual({
      first_name: 'Ana',
      areas: '[{"area_id":12,"area_type":"locality"}]',
    })
  })

  it('leaves open only what two people changed differently', () => {
    const before = { first_name: 'Ana', last_name: 'Bo', email: 'a@x.test', phone: '1' }
    const mine = { ...before, first_name: 'Anna', email: 'b@x.test', phone: '2' }
    const theirs = { ...before, first_name: 'Anne', last_name: 'Boe', phone: '2' }
    const { merged, open } = valuesToSettle({ mine, before, theirs })
    expect(open.map(field => field.name)).toEqual(['first_name'])
    expect(merged).toEqual({ first_name: 'Anna', last_name: 'Boe', email: 'b@x.test', phone: '2' })
  })
})

describe('the filters that are offered', () => {
  it('leave out opportunities, of which there are none yet to be found', () => {
    expect(filterFields.map(({ key }) => key)).not.toContain('opportunity')
    // A view or link that holds it is still understood.
    expect(filterKeys).toContain('opportunity')
  })
})
