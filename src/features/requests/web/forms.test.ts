import { describe, expect, it } from 'vitest'
import { requestedTimeText } from '../../tasks/rules/taskables.ts'
import { fieldsOf, formOf, hasRoom, parseRequestForm, requestedText } from './rules/forms.ts'
import { showingOf } from './rules/showing.ts'

const asked = {
  kind: 'viewing',
  address: '1208 - 38 Stadium Rd',
  times: [
    { date: '2026-11-21', from: '14:00' },
    { date: '2026-11-22', from: null },
  ],
  price: null,
  move_in_date: null,
  message: 'Is there a locker?',
} as const
const listing = {
  id: 1,
  address_id: 1,
  mls_number: 'C10',
  url: '/listings/C10',
  address: { id: 1, formatted: '1208 - 38 Stadium Rd, Toronto' },
}

describe('a request', () => {
  it('is said in one line, on every day with its time', () => {
    expect(requestedTimeText({ times: [...asked.times] })).toBe(
      'Asked for Sat, Nov 21 after 2:00 PM or Sun, Nov 22 at any time',
    )
    expect(requestedTimeText({ price: 899_000, move_in_date: '2027-03-01' })).toBe(
      'Offers $899,000, moving in on Mar 1, 2027',
    )
    expect(requestedTimeText({})).toBe('')
    expect(requestedText({ ...asked, times: [] })).toBe('Is there a locker?')
  })

  it('is changed in the form by which it was asked', () => {
    const form = formOf({ ...asked, times: [...asked.times] })
    expect(fieldsOf('viewing', form)).toEqual({ kind: 'viewing', times: asked.times, message: asked.message })
    expect(parseRequestForm(structuredClone(form))).toEqual(form)
    expect(parseRequestForm({ times: 'Saturday' })).toBeNull()
  })

  it('has no days that were left empty, and room for three', () => {
    const empty = formOf(null)
    expect(fieldsOf('viewing', empty)).toEqual({ kind: 'viewing', times: [], message: '' })
    expect(hasRoom(empty)).toBe(false)
    const day = { date: '2026-11-21', from: '' }
    expect(hasRoom({ ...empty, times: [day, day] })).toBe(true)
    expect(hasRoom({ ...empty, times: [day, day, day] })).toBe(false)
    expect(fieldsOf('offer', { ...empty, price: 5 })).toEqual({
      kind: 'offer',
      price: 5,
      move_in_date: null,
      message: '',
    })
    expect(fieldsOf('sell', { ...empty, address: '9 Elm St' })).toEqual({
      kind: 'sell',
      address: '9 Elm St',
      message: '',
    })
  })

  it('begins the form of its showing with the home and the first day that is still to come', () => {
    const request = { ...asked, times: [...asked.times], listing }
    expect(showingOf(request, '2026-11-21')).toEqual({
      address_formatted: '1208 - 38 Stadium Rd, Toronto',
      mls_number: 'C10',
      notes: 'Is there a locker?',
      date: '2026-11-21',
      time_start: '14:00',
      time_end: '14:30',
    })
    expect(showingOf(request, '2026-11-22')).toMatchObject({ date: '2026-11-22', time_start: '14:00' })
    expect(showingOf({ ...request, listing: null }, '2026-11-23')).toEqual({
      address_formatted: '1208 - 38 Stadium Rd',
      mls_number: '',
      notes: 'Is there a locker?',
    })
    const late = { ...request, times: [{ date: '2026-11-25', from: '23:45' }] }
    expect(showingOf(late, '2026-11-21')).toMatchObject({ time_start: '23:45', time_end: '23:59' })
  })
})
